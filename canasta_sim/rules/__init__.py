"""Rule sets: the knobs, the presets, rule files, and what contradicts itself.

Nothing here knows how a round is played; the engine reads the knobs.
"""

from canasta_sim.rules.knobs import GROUPS, KNOBS, MOST_STEPS, NEVER, Knob, KnobValue, parse_setting
from canasta_sim.rules.load import check_rule_file, load_rules, preset_names
from canasta_sim.rules.ruleset import RuleSet, knobs_as_json, value_as_json, value_as_text

__all__ = [
    "GROUPS",
    "KNOBS",
    "MOST_STEPS",
    "NEVER",
    "Knob",
    "KnobValue",
    "RuleSet",
    "check_rule_file",
    "knobs_as_json",
    "load_rules",
    "parse_setting",
    "preset_names",
    "value_as_json",
    "value_as_text",
]
