"""Which pieces of the grammar break what unsafe fixes assume.

A difference after an unsafe fix is covered when a piece of the program breaks what a fix
that was applied says that it assumes; every other difference counts. The kinds are those of
the report; `mlfix explain KIND` says what each means.
"""

# Models of the grammar by what they do that a fix may assume nobody does.
LAZY_MODELS = (
    "lazy_weight",
    "lazy_weight_in_dict",
    "hasattr_weight",
    "lru_cache",
    "cached_property",
    "weight_norm",
)
KEEPING_MODELS = (
    *LAZY_MODELS,
    "aux",
    "features",
    "activations",
    "activations_by_name",
    "helper_stores",
    "stores_by_name",
    "buffer_of_rows",
    "state",
    "gru_state",
)
DIFFERENTIATING_MODELS = (
    "hook_on_hidden",
    "hook_always",
    "attacks_in_score",
    "differentiates_in_forward",
    "checkpoint",
)
# Modules whose values depend on whether gradients are on.
ASKING_MODELS = (
    "switch",
    "reads_needs_grad",
    "hook_on_hidden",
    "hook_always",
    "custom_function",
    "attention",
    "padded",
)
CHANGING_MODELS = ("prints", "dropout", "batch_norm", "random", "counts", *KEEPING_MODELS)

CALLERS, CALLEES = "caller-needs-no-graph", "callee-keeps-no-graph"
# The kinds that each piece of the grammar breaks; tags "breaks KIND" say it themselves.
BROKEN_BY = (
    ("first-run-not-trained", [f"model {stem}" for stem in LAZY_MODELS]),
    (
        CALLEES,
        [f"model {stem}" for stem in (*KEEPING_MODELS, *DIFFERENTIATING_MODELS)]
        + [f"scene {name}" for name in ("cached_globally", "decorated", "hook_keeps")]
        + [f"model {stem}" for stem in ASKING_MODELS]
        + ["data attack", "data collate", "model read", "use backward", "use question"]
        + ["differentiated by the class", "asked"],
    ),
    (
        CALLERS,
        ["model read", "data attack", "use backward", "use question", "statistic read"]
        + ["gradients read", "differentiated by the class", "route identified"],
    ),
    ("one-serves-all", [f"model {stem}" for stem in CHANGING_MODELS] + ["groups counted"]),
    (
        "mode-not-observed",
        [f"model {stem}" for stem in ASKING_MODELS]
        + ["model asked", "asked", "use question"],
    ),
    ("cost-not-measured", ["phase clocked"]),
    ("error-not-awaited", ["scene anomaly"]),
    ("expected-value", ["use question", "scene believed_annotation"]),
    ("not-changed-in-place", ["changed in place"]),
    ("not-read-elsewhere", ["history read", "groups counted", "gradients read"]),
    ("hook-not-awaited", ["hook heard"]),
    ("figure-not-awaited", ["figure seen"]),
    ("memory-not-awaited", ["memory awaited"]),
)
# Kinds that what a rule is about breaks by itself: its fix changes the numbers.
CHANGES_NUMBERS = {"other-training-meant"}


def of_finding(finding):
    """The kinds of what the fix of the finding assumes."""
    return {assumption["kind"] for assumption in finding["fix"]["assumptions"]}


# What breaks a kind only together, in whatever order: a helper in the same file is seen.
BROKEN_TOGETHER = ((CALLERS, {"differentiated by a helper", "two files"}),)

# What safe fixes assume: nobody in another file asks a value for its graph, which a function
# gave away after the graph was used, or a module keeps, nor catches the error of a copy.
ASKED_ELSEWHERE = {
    "detach-accumulated-loss": {"use question", "two files"},
    "detach-stored-tensor": {"use question", "two files"},
    "replay-buffer-graph": {"use question", "two files"},
    "no-grad-eval": {"model asked", "two files"},
    "running-stat-grad": {"statistic copied", "two files"},
}


def holds_of_unseen_modules(rule, tags):
    """Whether a safe fix assumes of a module that is not seen what this program's one breaks:
    that it computes, keeps no graph and asks for none."""
    stems = (*KEEPING_MODELS, *DIFFERENTIATING_MODELS, *ASKING_MODELS)
    return rule == "no-grad-eval" and any(f"model {stem}" in tags for stem in stems)


def covered_when_safe(rule, tags):
    """Whether the difference may come from an assumption that no message names."""
    return rule in ASKED_ELSEWHERE and ASKED_ELSEWHERE[rule] <= set(tags)


def covered(findings, tags, differences):
    """Whether the difference may come from a broken assumption that a message names."""
    # What safe fixes assume of names holds for the others, too, whose messages say what is more.
    if any(tag.startswith("onlooker ") for tag in tags):
        return True
    assumed = set().union(*(of_finding(f) for f in findings), set())
    broken = {kind for kind, pieces in BROKEN_BY if not set(pieces).isdisjoint(tags)}
    broken |= {kind for kind, pieces in BROKEN_TOGETHER if pieces <= set(tags)}
    broken |= {tag.removeprefix("breaks ") for tag in tags if tag.startswith("breaks ")}
    broken |= CHANGES_NUMBERS
    # What is left at the end is read by the comparison alone.
    if all(text.startswith(("value:", "gradient:", "one more step:")) for text in differences):
        broken.add("not-read-elsewhere")
    return bool(assumed & broken)
