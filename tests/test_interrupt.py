"""Ctrl-C at any moment: one line and status 130, never a traceback, and never swallowed."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from signal import SIGINT

import pytest

import goseki

# The interpreter's own start is not ours: the clock runs from our first line on.
PROGRAM = (
    "import sys, goseki.__main__ as program;print('ready', flush=True);sys.exit(program.main())"
)
LONG = "may take days"


def interrupt(delay: float, *arguments: str) -> tuple[int, str, str]:
    """Status, output and errors of a command that is interrupted so long after its first line."""
    command = [sys.executable, "-c", PROGRAM, *arguments]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(delay)
        process.send_signal(SIGINT)
        out, err = process.communicate(timeout=120)
    return process.returncode, out, err


@pytest.mark.parametrize(
    "command", ["solve 6x5 --memory 16M", "perft 9x9 --depth 9", "phantom play", "gtp"]
)
def test_an_interrupt_in_the_first_second_is_one_line_and_status_130(command: str) -> None:
    delays = [0.02 + 0.1 * moment for moment in range(10)]
    with ThreadPoolExecutor(5) as pool:
        runs = pool.map(lambda delay: interrupt(delay, *command.split()), delays)
        for delay, (status, _, err) in zip(delays, runs, strict=True):
            told = [line for line in err.splitlines() if LONG not in line]
            assert (status, told) == (130, ["goseki: interrupted"]), f"after {delay:.2f} s"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are found in /proc")
def test_an_interrupt_of_a_terminal_reaches_processes_that_load() -> None:
    """Ctrl-C goes to all processes of a terminal, also to those that have just been started."""
    command = "solve 4x4 --openings --jobs 2"

    def interrupt_group(delay: float) -> tuple[int, str]:
        with subprocess.Popen(
            [sys.executable, "-m", "goseki", *command.split()],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process:
            # The workers are there, and load.
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
            while process.poll() is None and len(children.read_text().split()) < 2:
                time.sleep(0.01)
            time.sleep(delay)
            os.killpg(process.pid, SIGINT)
            _, err = process.communicate(timeout=120)
        return process.returncode, err

    for delay in (0.0, 0.1, 0.2, 0.4):
        assert interrupt_group(delay) == (130, "goseki: interrupted\n"), delay


def test_an_interrupt_that_python_drops_is_not_success() -> None:
    program = (
        "import os, signal, goseki.__main__ as program, goseki.cli as cli\n"
        "class Dropping:\n"
        "    def __del__(self):\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "        for _ in range(1000): pass\n"
        "def work(*, loaded):\n"
        "    loaded()\n"
        "    Dropping()\n"
        "    return 0\n"
        "cli.main = work\n"
        "raise SystemExit(program.main())\n"
    )
    process = subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True)
    assert process.returncode == 130


def test_a_program_in_the_background_ignores_interrupts() -> None:
    program = (
        "import os, signal; signal.signal(signal.SIGINT, signal.SIG_IGN);"
        "import goseki.__main__ as program;"
        "os.kill(os.getpid(), signal.SIGINT);"
        "raise SystemExit(program.main())"
    )
    process = subprocess.run([sys.executable, "-c", program, "show", "2x2"], capture_output=True)
    assert (process.returncode, process.stderr) == (0, b"")


def test_nothing_is_loaded_before_it_is_asked_for() -> None:
    program = (
        "import sys, goseki\n"
        "assert {'numpy', 'typing', 'goseki.board'}.isdisjoint(sys.modules)\n"
        "from goseki.cli import main\n"
        "assert main(['--help']) == 0\n"
        "assert {'numpy', 'goseki.board', 'goseki.cli.show'}.isdisjoint(sys.modules)\n"
        "assert main(['show', '2x2']) == 0\n"
        "assert {'goseki.cli.solve', 'goseki.solver', 'goseki.phantom'}.isdisjoint(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)


def test_every_public_name_is_found_when_it_is_asked_for() -> None:
    import goseki

    for name in goseki.__all__:
        assert name in dir(goseki)
        assert getattr(goseki, name) is not None
    assert sum(map(len, goseki._HOMES.values()), 2) == len(goseki.__all__)  # 2 are modules
    with pytest.raises(AttributeError, match="no attribute 'Bord'"):
        goseki.Bord  # type: ignore[attr-defined]  # noqa: B018


def test_little_is_loaded_before_ctrl_c_is_ours() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); before = set(sys.modules); "
        "import goseki.__main__; print(*set(sys.modules) - before)"
    )
    folder = str(Path(goseki.__file__).parents[1])
    command = [sys.executable, "-S", "-c", code, folder]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert "goseki.__main__" in loaded
    assert not {"signal", "enum", "re", "typing"} & set(loaded)
