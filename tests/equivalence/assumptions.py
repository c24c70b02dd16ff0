"""What unsafe fixes assume, and which pieces of the grammar break it.

A difference after an unsafe fix is covered when a piece of the program breaks what a fix
that was applied says that it assumes; every other difference counts.
"""

import re

# The clause of the message behind "the fix assumes that", by the name of the assumption.
CLAUSES = (
    ("first-run-not-trained", r"keeps from its first run"),
    ("not-changed-in-place", r"not changed in place"),
    ("not-differentiated", r"differentiate"),
    ("plain-tensor", r"it is a tensor|what it reduces is a tensor|is a plain dict"),
    (
        "not-read",
        r"reads older entries|display is not needed|nobody needs earlier|nobody else keeps",
    ),
    ("mode-not-read", r"waits for its error|anomal"),
    ("gradients-reset", r"not meant to add up"),
    ("truncated-history", r"need not reach back in time"),
    ("one-serves-all", r"serves all iterations|one hook at a time"),
    ("not-heard", r"hear from the hook|not meant to go on filling|do not contain this one"),
    ("figure-not-wanted", r"figure|pyplot|draw|shown"),
    ("data-order", r"each pass may bring the data in a new order"),
    ("not-measured", r"measured"),
    ("memory-not-waited-for", r"collector|device needs|training"),
)

# Models of the grammar that keep what their first run makes.
LAZY_MODELS = (
    "lazy_weight",
    "lazy_weight_in_dict",
    "hasattr_weight",
    "lru_cache",
    "cached_property",
    "weight_norm",
)
BREAKS = {
    **{f"model {stem}": {"first-run-not-trained"} for stem in LAZY_MODELS},
    "changed in place": {"not-changed-in-place"},
    "use backward": {"not-differentiated"},
    "use question": {"not-differentiated", "plain-tensor"},
    "model read": {"not-differentiated"},
    "data attack": {"not-differentiated"},
}
# Assumptions that what a rule is about breaks by itself: its fix changes the numbers.
CHANGES_NUMBERS = {"gradients-reset", "truncated-history", "data-order", "mode-not-read"}


def of_message(message):
    """The names of the assumptions that the message mentions."""
    _, found, clause = message.partition("assumes that ")
    if not found:
        return set()
    names = {name for name, pattern in CLAUSES if re.search(pattern, clause)}
    return names or {"other"}


# What safe fixes assume: nobody in another file asks a value for its graph, which a function
# gave away after the graph was used, or a module keeps.
ASKED_ELSEWHERE = {
    "detach-accumulated-loss": {"use question", "two files"},
    "detach-stored-tensor": {"use question", "two files"},
    "replay-buffer-graph": {"use question", "two files"},
    "no-grad-eval": {"model asked", "two files"},
}


def covered_when_safe(rule, tags):
    """Whether the difference may come from an assumption that no message names."""
    return rule in ASKED_ELSEWHERE and ASKED_ELSEWHERE[rule] <= set(tags)


def covered(findings, tags):
    """Whether the difference may come from a broken assumption that a message names."""
    assumed = set().union(*(of_message(f["message"]) for f in findings), set())
    broken = set().union(*(BREAKS.get(tag, set()) for tag in tags), CHANGES_NUMBERS)
    return bool(assumed & broken)
