"""The README's tour works as printed."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from goseki.cli import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def commands() -> list[tuple[str, str]]:
    """Every `$ command` of the console blocks with the output below it."""
    found = []
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def test_the_python_tour_runs_as_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = "\n".join(blocks("python"))
    test = doctest.DocTestParser().get_doctest(text, {}, "README", "README.md", 0)
    assert len(test.examples) >= 12
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.summarize().failed == 0


def without_speed(text: str) -> str:
    """A search takes more or less time, and fewer nodes when it learns something."""
    return re.sub(
        r"^[\d,]+ nodes in [\d.]+ s \([\d,]+ a second\)$", "...", text, flags=re.MULTILINE
    )


@pytest.mark.parametrize(("command", "output"), commands())
def test_the_commands_print_what_is_printed(
    command: str, output: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    program, *arguments = shlex.split(command)
    assert program == "goseki"
    main(arguments)
    printed = capfd.readouterr()
    assert without_speed(printed.out + printed.err) == without_speed(output)


def test_the_picture_is_what_the_first_command_draws(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    command = re.search(r"goseki (analyze examples/\S+)\n", README)
    assert command is not None
    assert command[1] in README.partition("docs/board.svg")[2].partition("## Set up")[0]
    drawn = tmp_path / "board.svg"
    assert main([*command[1].split(), "--picture", str(drawn)]) == 0
    assert drawn.read_bytes() == (ROOT / "docs/board.svg").read_bytes(), (
        f"docs/board.svg is out of date: goseki {command[1]} --picture docs/board.svg --force"
    )


def test_there_are_exactly_two_set_up_commands() -> None:
    set_up = README.partition("## Set up")[2].partition("\n## ")[0]
    lines = [line for line in set_up.splitlines() if line.startswith("python3 -m venv")]
    assert len(lines) == 2
    assert "goseki analyze examples/" in lines[0]
    example = lines[0].split()[-1]
    assert (ROOT / example).is_file()
    assert lines[1].endswith("pytest -rs -n auto")
