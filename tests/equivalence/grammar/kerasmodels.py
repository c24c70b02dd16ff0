"""Keras: models that a loop builds, and what may still need an earlier one."""

import textwrap

from grammar.code import fill

BUILD = """
def $f(units):
    $m = keras.Sequential([keras.layers.Dense(units), keras.layers.Dense(1)])
    $m.compile("sgd", "mse")
    return $m
"""
# Each iteration adds to what the last one made.
CONTINUED = (
    "$m = keras.Sequential([keras.layers.Dense(1)])",
    "$m = keras.Sequential([*$m.layers, keras.layers.Dense(units)])\nprint($m.predict($x).shape)",
)
FIT = '$m.fit($x, $y, verbose=0)'
MADE = (
    '$m = keras.Sequential([keras.layers.Dense(units), keras.layers.Dense(1)])',
    '$m = keras.Sequential([keras.layers.Dense(units), keras.layers.ReLU(), keras.layers.Dense(1)])',
    '$m = keras.models.Sequential()\n$m.add(keras.layers.Dense(units))\n$m.add(keras.layers.Dense(1))',
    '$m = $f(units)',
)
# What a scene puts before the loop, into it, and after it. The first few are harmless.
BESIDE = (
    ("", "print(round($m.evaluate($x, $y, verbose=0), 4))", ""),
    ("$kept = []", "$kept.append($m.evaluate($x, $y, verbose=0))", "print(len($kept))"),
    ("$kept = 0.0", "$kept += float($m.predict($x).sum())", "print(round($kept, 4))"),
    ("", "print($m.layers[0].name)", ""),
    ("", "print($m.name)", "print(keras.layers.Dense(1).name)"),
    ("", "print(keras.backend.get_uid('part'))", ""),
    ("$kept = []", "$kept.append($m)", "print(sum(float(each.predict($x).sum()) for each in $kept))"),
    ("$kept = None", "$kept = $m if $kept is None else $kept", "print($kept.predict($x).shape)"),
    ("$kept = {}", "$kept[units] = $m", "print([each.name for each in $kept.values()])"),
    ("", "", "print($m.predict($x).shape)"),
    ("$kept = keras.Sequential([keras.layers.Dense(2)])", "print($kept.predict($x).shape)", ""),
    (
        "$kept = keras.layers.Dense(4)",
        "$m = keras.Sequential([$kept, keras.layers.Dense(1)])\nprint($m.predict($x).shape)",
        "",
    ),
    (
        "$kept = keras.Sequential([keras.layers.Dense(1)])",
        "$kept = keras.Sequential([*$kept.layers, keras.layers.Dense(units)])",
        "print($kept.predict($x).shape)",
    ),
    (
        "$kept = keras.Sequential([keras.layers.Dense(1)])",
        "$kept = keras.Sequential([$kept, keras.layers.Dense(units)])\nprint($kept.predict($x).shape)",
        "",
    ),
    ("", "if units == 3:\n    keras.backend.clear_session()\nprint($m.name)", ""),
    ("", "keras.backend.clear_session()", "print(keras.layers.Dense(1).name)"),
    ("$kept = $k($f(2))", "print($kept.answer($x))", ""),
    ("$kept = $k(None)", "$kept.model = $m", "print($kept.answer($x))"),
)
HARMLESS = 3
NAMED = (3, 4, 5)
HOLDER = """
class $k:
    def __init__(self, model):
        self.model = model

    def answer(self, x):
        return float(self.model.predict(x).sum()) if self.model else None
"""
LOOP = """
$x, $y = numpy.ones((3, 2), dtype=numpy.float32), numpy.zeros((3, 1), dtype=numpy.float32)
$before
for units in $units:
    $made
    $fit
    $beside
$after
"""


def keras_models(build, world):
    build.need("import keras", "import numpy")
    names = {
        "m": build.fresh("model", "mlp"),
        "f": build.fresh("build_model", "create_model"),
        "k": build.fresh("Victim", "Holder"),
        "x": build.fresh("inputs", "features"),
        "y": build.fresh("targets", "wanted"),
        "kept": build.fresh("kept", "results"),
    }
    at = BESIDE.index(build.lean(BESIDE, HARMLESS))
    if at in NAMED:
        build.tag("breaks not-read-elsewhere")
    parts = {
        part: fill(textwrap.dedent(text), **names) if text else []
        for part, text in zip(("before", "beside", "after"), BESIDE[at])
    }
    made = fill(build.pick(*MADE), **names)
    if build.is_risked(0.1):
        parts["before"] += fill(CONTINUED[0], **names)
        made = fill(CONTINUED[1], **names)
    text = "\n".join(made + parts["before"] + parts["beside"])
    if names["f"] in text:
        build.define(BUILD, **names)
    if names["k"] in text:
        build.define(HOLDER, **names)
    compile_it = [] if names["f"] in "\n".join(made) else [f'{names["m"]}.compile("sgd", "mse")']
    lines = fill(
        LOOP,
        **names,
        **parts,
        made=made + compile_it,
        fit=fill(FIT, **names),
        units=build.pick("(2, 3)", "[3, 2, 3]", "range(2, 4)"),
    )
    return [line for line in lines if line.strip()]


SCENES = (keras_models,)
