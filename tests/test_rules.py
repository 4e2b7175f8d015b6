import dataclasses
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goseki import Rules, RulesError
from goseki.rules import PRESETS

rule_sets = st.builds(
    Rules,
    ko=st.sampled_from(["SIMPLE", "POSITIONAL", "SITUATIONAL", "NONE"]),
    repetition=st.sampled_from(["NONE", "DRAW", "PASSES"]),
    passes_to_end=st.integers(1, 4),
    ko_pass=st.booleans(),
    suicide=st.booleans(),
    scoring=st.sampled_from(["AREA", "TERRITORY"]),
    tax=st.sampled_from(["NONE", "SEKI"]),
    white_handicap_bonus=st.sampled_from(["0", "N-1", "N"]),
    komi=st.integers(-200, 200).map(lambda n: n / 2),
)


@given(rule_sets)
def test_printed_rules_are_read_back(rules: Rules) -> None:
    assert Rules.parse(str(rules)) == rules
    assert eval(repr(rules), {"Rules": Rules}) == rules


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_known_by_name_whatever_the_komi(name: str) -> None:
    rules = Rules.parse(name.upper().replace("-", " "), komi=3.5)
    assert rules == dataclasses.replace(PRESETS[name], komi=3.5)
    # Korean rules differ from Japanese ones in nothing that is a field here.
    assert rules.name == ("japanese" if name == "korean" else name)


@pytest.mark.parametrize(
    ("name", "katago"),
    [
        ("chinese", "koSIMPLEscoreAREAtaxNONEsui0whbNfpok1"),
        ("japanese", "koSIMPLEscoreTERRITORYtaxSEKIsui0"),
        ("korean", "koSIMPLEscoreTERRITORYtaxSEKIsui0whb0"),
        ("aga", "koSITUATIONALscoreAREAtaxNONEsui0whbN-1"),
        ("new-zealand", "koSITUATIONALscoreAREAtaxNONEsui1"),
        ("tromp-taylor", "koPOSITIONALscoreAREAtaxNONEsui1button0whb0"),
    ],
)
def test_presets_agree_with_katagos_on_katagos_fields(name: str, katago: str) -> None:
    ours, theirs = Rules.parse(name), Rules.parse(katago)
    for field in ("ko", "scoring", "tax", "suicide", "white_handicap_bonus"):
        assert getattr(ours, field) == getattr(theirs, field), field


def test_katagos_json_is_accepted() -> None:
    text = '{"ko":"SIMPLE","scoring":"TERRITORY","tax":"SEKI","suicide":false,"hasButton":false,'
    text += '"whiteHandicapBonus":"0","friendlyPassOk":true}'
    rules = Rules.parse(text)
    assert (rules.ko, rules.scoring, rules.tax, rules.suicide) == (
        "SIMPLE",
        "TERRITORY",
        "SEKI",
        False,
    )


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("martian", "unknown rules: 'martian'"),
        ('{"ko": "TRIPLE"}', "ko is 'TRIPLE'"),
        ('{"tax": "ALL"}', "tax is 'ALL'"),
        ('{"hasButton": true}', "button"),
        ('{"colour": 1}', "unknown rule field: 'colour'"),
        ('{"komi": "x"}', "komi 'x' is not a number"),
        ('{"komi": 1e9}', "komi"),
        ('{"komi": NaN}', "komi"),
        ('{"passesToEnd": 0}', "passes_to_end"),
        ('{"passesToEnd": true}', "passes_to_end"),
        ('{"suicide": 1}', "suicide"),
        ('{"ko": ["SIMPLE"]}', "ko is"),
        ("{", "not valid JSON"),
        ("koSIMPLEscoreWHAT", "scoring is 'WHAT'"),
        ("koSIMPLEjunk", "unknown rules"),
    ],
)
def test_bad_rules_are_refused_by_name(text: str, complaint: str) -> None:
    with pytest.raises(RulesError, match=complaint.replace("(", r"\(")):
        Rules.parse(text)


@given(st.one_of(st.text(), st.dictionaries(st.text(), st.integers()).map(json.dumps)))
def test_any_text_is_a_rule_set_or_a_rules_error(text: str) -> None:
    try:
        Rules.parse(text)
    except RulesError as error:
        assert "\n" not in str(error)
