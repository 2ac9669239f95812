"""Rule files: what they may say, and how a wrong one is refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from canasta_sim.errors import RulesError
from canasta_sim.rules import KNOBS, check_rule_file, load_rules, preset_names
from canasta_sim.rules.files import as_rule_file, parse_rule_file


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "house.toml"


def refused(file: Path, text: str) -> str:
    """Return the sentence with which a rule file of this text is refused, without the folder in it."""
    file.write_text(text, "utf-8")
    with pytest.raises(RulesError) as caught:
        load_rules(file)
    assert "\n" not in str(caught.value)
    return str(caught.value).replace(str(file.parent) + os.sep, "")


def refusal(text: str) -> str:
    """Return the sentence with which the text of a file is refused, or nothing where it is taken."""
    try:
        parse_rule_file(text, "fuzz.toml")
    except RulesError as error:
        return str(error)
    return ""


def test_a_file_starts_from_a_preset(file: Path) -> None:
    file.write_text('base = "classic"\n"draw.count" = 2\n[deal]\nhand_size = 13\n')
    rules = load_rules(file)
    assert load_rules("classic").diff(rules) == [("deal.hand_size", 11, 13), ("draw.count", 1, 2)]
    assert (rules.name, rules.base, rules.version) == ("house", "classic", 1)
    assert rules == load_rules(str(file)) == check_rule_file(file)
    assert not rules.changed


@pytest.mark.parametrize(
    "text",
    [
        "[deal]\nhand_size = 13\n[draw]\ncount = 2",
        "deal.hand_size = 13\ndraw.count = 2",
        '"deal.hand_size" = 13\n"draw.count" = 2',
        'deal = { hand_size = 13 }\ndraw = { "count" = 2 }',
        '[ deal ] # so many\nhand_size=13\n["draw"]\n"count"  =  2',
    ],
)
def test_knobs_may_be_written_in_tables_or_in_one_piece(file: Path, text: str) -> None:
    file.write_text(f'base = "hoyle"\n{text}\n')
    assert load_rules("hoyle").diff(load_rules(file)) == [("deal.hand_size", 11, 13), ("draw.count", 1, 2)]


def test_the_head_of_a_file(file: Path) -> None:
    file.write_text('base = "hoyle"\ntitle = "Our\\n  table"\nsource = "a letter"\nversion = 3\n')
    rules = load_rules(file)
    assert (rules.title, rules.source, rules.version) == ("Our table", "a letter", 3)
    assert rules.hash == load_rules("hoyle").hash


def test_a_file_may_start_from_another_beside_it(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "first.toml").write_text('base = "rummyroyal"\n[draw]\ncount = 3\n')
    second = tmp_path / "deep" / "second.toml"
    second.write_text('base = "../first.toml"\n[deck]\njokers = 6\n')
    rules = load_rules(second)
    assert (rules["draw.count"], rules["deck.jokers"], rules.base) == (3, 6, "rummyroyal")


def test_files_that_start_from_each_other_are_refused(tmp_path: Path) -> None:
    one, two = tmp_path / "one.toml", tmp_path / "two.toml"
    one.write_text('base = "two.toml"\n')
    two.write_text('\nbase = "./one.toml"\n')
    with pytest.raises(
        RulesError, match=r'two.toml, line 2: base = "./one.toml": the file would start from itself'
    ):
        load_rules(one)
    one.write_text('base = "one.toml"\n')
    with pytest.raises(RulesError, match="the file would start from itself"):
        load_rules(one)


def test_a_fault_in_the_base_is_reported_there(tmp_path: Path) -> None:
    (tmp_path / "first.toml").write_text('base = "hoyle"\n[draw]\ncount = 9\n')
    (tmp_path / "second.toml").write_text('base = "first.toml"\n')
    with pytest.raises(
        RulesError, match=r"first.toml, line 3: draw.count = 9: expected a whole number from 1 to 5"
    ):
        load_rules(tmp_path / "second.toml")


def test_a_long_chain_of_files_is_loaded_or_refused(tmp_path: Path) -> None:
    (tmp_path / "0.toml").write_text('base = "hoyle"\n')
    for number in range(1, 1500):
        (tmp_path / f"{number}.toml").write_text(f'base = "{number - 1}.toml"\n')
    assert load_rules(tmp_path / "100.toml").base == "hoyle"
    with pytest.raises(RulesError, match="too many files that start from each other"):
        load_rules(tmp_path / "1499.toml")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            'base = "classic"\n[deal]\n# cards\nhand_size = 40\n',
            "house.toml, line 4: deal.hand_size = 40: expected a whole number from 5 to 30",
        ),
        (
            'base = "classic"\n\n[pile]\nwild_discrd = "locks"\n',
            'house.toml, line 4: there is no knob "pile.wild_discrd" (did you mean "pile.wild_discard"?)',
        ),
        (
            'base = "classic"\nhand_size = 13\n',
            'house.toml, line 2: there is no key "hand_size" (did you mean "deal.hand_size"?)',
        ),
        ('bsae = "classic"\n', 'house.toml, line 1: there is no key "bsae" (did you mean "base"?)'),
        (
            'base = "classic"\n[piles]\nadd_to_meld = true\n',
            'house.toml, line 2: there is no key "piles" (did you mean "pile"?)',
        ),
        (
            'base = "classic"\ndeal = 3\n',
            "house.toml, line 2: deal = 3: expected a table [deal] of the knobs that begin with deal",
        ),
        (
            'base = "classic"\n[deal.hand_size]\nx = 1\n',
            "house.toml, line 2: deal.hand_size = {x = 1}: expected a whole number from 5 to 30",
        ),
        (
            'base = "classic"\n"deal.hand_size" = 13\n[deal]\nhand_size = 13\n',
            "house.toml, line 2: deal.hand_size is set twice",
        ),
        (
            'base = "clasic"\n',
            'house.toml, line 1: base = "clasic": there is no rule set of that name '
            '(did you mean "classic"?); expected '
            + ", ".join(preset_names())
            + " or the path of a rule file",
        ),
        (
            "base = 3\n",
            'house.toml, line 1: base = 3: expected the name or the path of a rule set, such as "classic"',
        ),
        (
            'base = "hoyle"\nversion = true\n',
            "house.toml, line 2: version = true: expected a whole number from 1",
        ),
        ('base = "hoyle"\ntitle = []\n', "house.toml, line 2: title = []: expected a text"),
        (
            "",
            'house.toml: expected a rule set to start from, such as base = "classic", or every knob; '
            "table.players is not given",
        ),
        (
            'base = "hoyle"\n[draw]\ncount = 2.0\n',
            "house.toml, line 3: draw.count = 2.0: expected a whole number from 1 to 5",
        ),
        (
            'base = "hoyle"\n[draw]\ncount = nan\n',
            "house.toml, line 3: draw.count = nan: expected a whole number from 1 to 5",
        ),
        (
            'base = "hoyle"\n[draw]\ncount = 1979-05-27\n',
            "house.toml, line 3: draw.count = 1979-05-27: expected a whole number from 1 to 5",
        ),
        (
            'base = "hoyle"\n[going_out]\nnatural_canastas = 3\n',
            "house.toml, line 3: going_out.natural_canastas = 3 contradicts going_out.canastas = 1: "
            "the natural ones are among the canastas that a side needs",
        ),
        (
            'base = "hoyle"\n[deal]\nsurprise = "upcard_number"\nupcard_rejects = ["3r"]\n',
            'house.toml, line 3: deal.surprise = "upcard_number" contradicts deal.upcard_rejects '
            'without "wild": a wild card turned as upcard has no number',
        ),
        (
            'base = "hoyle"\n[table]\nplayers = 4\n[deal]\nhand_size = 25\n',
            "house.toml, line 5: deal.hand_size = 25 contradicts table.players = 4: "
            "100 cards dealt and the upcard, of 108, leave 7 in the stock; 15 must be left",
        ),
    ],
)
def test_a_wrong_file_is_refused_with_line_and_key(file: Path, text: str, sentence: str) -> None:
    assert refused(file, text) == sentence


@pytest.mark.parametrize(
    "text", ["[deal\n", "base = \n", "a = 1\na = 2\n", "x = 99999-99-99\n", 'a = "\\q"\n', "\x00"]
)
def test_a_file_that_is_no_toml_is_refused_with_the_line(file: Path, text: str) -> None:
    sentence = refused(file, text)
    assert sentence.startswith("house.toml: not valid TOML: ")
    assert "line" in sentence or "end of document" in sentence


def test_numbers_and_lists_beyond_measure(file: Path) -> None:
    assert refused(file, f"x = {'9' * 5000}\n").startswith("house.toml: not valid TOML: ")
    assert (
        refused(file, f"x = {'[' * 5000}\n")
        == "house.toml: expected rules in TOML, but lists are nested too deep"
    )
    huge = refused(file, f'base = "hoyle"\ndraw.count = 0x{"f" * 5000}\n')
    assert (
        huge
        == "house.toml, line 2: draw.count = (a value too large to show): expected a whole number from 1 to 5"
    )


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(
        RulesError, match=r"rule file .*none\.toml' cannot be read: No such file or directory"
    ):
        load_rules(tmp_path / "none.toml")
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(RulesError, match="cannot be read: Is a directory"):
        load_rules(tmp_path / "folder.toml")
    with pytest.raises(RulesError, match=r"cannot be read: .*null"):
        load_rules("a\0b.toml")
    with pytest.raises(RulesError, match="cannot be read: File name too long"):
        load_rules("x" * 5000 + ".toml")
    (tmp_path / "latin.toml").write_bytes(b'base = "hoyle"\ntitle = "Canast\xe3"\n')
    with pytest.raises(RulesError, match=r"latin\.toml, line 2: expected a TOML file in UTF-8"):
        load_rules(tmp_path / "latin.toml")
    (tmp_path / "large.toml").write_bytes(b"#" * 1_000_001)
    with pytest.raises(RulesError, match="larger than a megabyte"):
        load_rules(tmp_path / "large.toml")


def test_a_file_of_windows_is_read(file: Path) -> None:
    file.write_bytes(b'\xef\xbb\xbfbase = "hoyle"\r\n[draw]\r\ncount = 2\r\n')
    assert load_rules(file)["draw.count"] == 2


@pytest.mark.parametrize("preset", preset_names())
def test_a_rule_set_survives_being_written_and_read(file: Path, preset: str) -> None:
    rules = load_rules(preset)
    file.write_text(as_rule_file(rules), "utf-8")
    again = load_rules(file)
    assert again.values == rules.values
    assert again.hash == rules.hash
    assert (again.title, again.source, again.version) == (rules.title, rules.source, rules.version)
    assert as_rule_file(again) == as_rule_file(rules)


keys = st.one_of(
    st.sampled_from(
        [*KNOBS, "base", "title", "source", "version", "deal", "pile.", "[deal]", "[pile]", "[[deal]]"]
    ),
    st.text(max_size=8),
)
written = st.one_of(
    st.integers().map(str),
    st.floats().map(str),
    st.text(max_size=8),
    st.sampled_from(
        ['"classic"', "true", "[]", "{}", "[[-inf, 15]]", "[[nan, 1]]", "-inf", "'none'", "1979-05-27", '"""']
    ),
)
lines = st.one_of(st.tuples(keys, written).map(" = ".join), keys, st.text(max_size=20))


@given(st.lists(lines, max_size=8).map("\n".join))
@example("[deal]\n[deal]")
@example('"" = 1')
@example('[""]')
@example('"deal..hand_size" = 1')
@example('"deal\\u0000" = 1')
def test_no_text_does_worse_than_a_sentence(text: str) -> None:
    sentence = refusal(text)
    assert sentence.startswith("fuzz.toml") or not sentence
    assert "\n" not in sentence


@given(st.binary(max_size=60))
def test_no_file_does_worse_than_a_sentence(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "fuzz.toml"
    file.write_bytes(content)
    with pytest.raises(RulesError):
        load_rules(file)


@given(st.text(max_size=30))
def test_no_name_does_worse_than_a_sentence(name: str) -> None:
    if name not in preset_names():
        with pytest.raises(RulesError):
            load_rules(name)
