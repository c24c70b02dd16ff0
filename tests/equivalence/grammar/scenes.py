"""Scenes of the rules that are not about values in a training loop.

Each scene is a leak of one rule, or its look-alike: the parts that decide are drawn
separately, so most combinations come up sooner or later.
"""

from grammar import (
    figures,
    gradients,
    hooks,
    indirect,
    joins,
    kerasmodels,
    leaves,
    lookalikes,
    notebooks,
    repeated,
    resources,
    statistics,
)

SCENES = {
    scene.__name__: scene
    for module in (
        figures,
        gradients,
        hooks,
        indirect,
        joins,
        kerasmodels,
        leaves,
        lookalikes,
        notebooks,
        repeated,
        resources,
        statistics,
    )
    for scene in module.SCENES
}

# What programs of all kinds draw from. The others come where a rule is asked for.
OF_ONE_RULE = (*lookalikes.SCENES, *notebooks.SCENES, *kerasmodels.SCENES)
GENERAL = [name for name, scene in SCENES.items() if scene not in OF_ONE_RULE]

# Where a campaign for a rule looks; the phases of grammar/flows.py serve all others.
OF_RULE = {
    "no-grad-eval": tuple(scene.__name__ for scene in indirect.SCENES),
    "cat-in-loop": (
        "growing_tensor",
        "growing_in_function",
        "growing_pair",
        "growing_tensor_until_error",
        "growing_array",
    ),
    "figure-not-closed": ("figure_loop", "figure_function", "figure_loop_in_function"),
    "hook-not-removed": ("hook_inline", "hook_in_function"),
    "running-stat-grad": ("running_statistic",),
    "unneeded-retain-graph": ("backward_passes", "carried_state"),
    "unneeded-create-graph": ("backward_passes", "gradient_penalty"),
    "missing-zero-grad": ("backward_passes",),
    "hidden-state-not-detached": ("carried_state",),
    "anomaly-mode": ("anomaly",),
    "noop-detach": ("noop_detach",),
    "ctx-attribute-tensor": ("saved_on_context",),
    "jit-trace-in-loop": ("traced",),
    "new-group-in-loop": ("group_in_loop",),
    "cycle-dataloader": ("cycled",),
    "empty-cache-in-loop": ("collected",),
    "unbounded-history": ("history",),
    "unreleased-resource": ("temporary_folder",),
    "results-on-device": ("collected_results",),
    "memory-not-freed": ("unasked_results",),
    "needless-keepdim": ("kept_dimension",),
    "input-gradient-backward": ("input_gradient",),
    "target-network-gradient": ("target_network",),
    "notebook-out-cache": ("shown_and_deleted",),
    "keras-clear-session": ("keras_models",),
}


for rule, lookalike in lookalikes.BY_RULE.items():
    OF_RULE[rule] = (*OF_RULE.get(rule, ()), lookalike.__name__)


def scenes_of(rules):
    return tuple(scene for rule in rules for scene in OF_RULE.get(rule, ()))


def add_scene(build, world, only=()):
    names = [name for name in SCENES if name in only] if only else GENERAL
    name = build.rng.choice(names)
    build.tag(f"scene {name}")
    result = SCENES[name](build, world)
    lines, top_level = result if isinstance(result, tuple) else (result, False)
    build.step(lines, top_level)
