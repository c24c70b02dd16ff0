"""Holds what a program does after a fix against what it did before.

What is legitimate is listed here, and nothing else is:

* a tensor prints without `grad_fn=…`, and an object says where in memory it is;
* an error of the same type may say it in other words where both are about a graph that is
  not there: differentiated a second time before, without a graph after; or where both list
  the arguments of a call that does not take them, or print the graphs of a trace;
* where a fix moves work after its loop, and the program ends with the same error before and
  after, what the loop had done by then, and printed;
* what a fix gives back is no longer open: fewer figures, hooks, groups, threads and
  descriptors, where a rule that gives such things back was applied;
* where a fix ends a cell of a notebook with `;`, what the cell showed, and what IPython kept of it;
* a fix may bind further names;
* a program that ended in an error because of the graph that a fix takes away goes on, after
  the same output. Who catches such an error can tell the difference, and that counts;
* what a clock shows, but not the difference of two readings.
"""

import re

GRAPH_TEXT = re.compile(r",\s*grad_fn=<\w+>| at 0x[0-9a-f]+")
# TorchScript quotes the stack of the program: a fix moves lines.
PLACE_IN_STACK = re.compile(r"^(\S+\.py)\(\d+\): ", re.MULTILINE)
SAME_ERRORS = (
    (
        "Trying to backward through the graph a second time",
        "does not require grad and does not have a grad_fn",
    ),
    ("received an invalid combination of arguments",) * 2,
    ("Graphs differed across invocations",) * 2,
)
# Errors that end with the graph that a fix takes away.
GRAPH_ERRORS = (
    "Trying to backward through the graph a second time",
    "Can't call numpy() on Tensor that requires grad",
    "you can only change requires_grad flags of leaf variables",
    "Only Tensors created explicitly by the user",
)
MOVING_WORK = {"cat-in-loop", "jit-trace-in-loop"}
GIVEN_BACK = {
    "figures": {"figure-not-closed"},
    "hooks": {"hook-not-removed"},
    "groups": {"new-group-in-loop"},
    "threads": {"new-group-in-loop"},
    "descriptors": {"new-group-in-loop", "figure-not-closed"},
}


def without_graph_text(text):
    return GRAPH_TEXT.sub("", text)


def same_error(before, after):
    if before is None or after is None:
        return before is after
    if before["type"] != after["type"]:
        return False
    texts = [
        PLACE_IN_STACK.sub(r"\1: ", without_graph_text(error["message"]))
        for error in (before, after)
    ]
    if texts[0] == texts[1]:
        return True
    return any(first in texts[0] and second in texts[1] for first, second in SAME_ERRORS)


def gets_further(before, after):
    """Whether the program ended because of a graph that is not there any more."""
    error = before["error"]
    ended = error is not None and any(text in error["message"] for text in GRAPH_ERRORS)
    texts = [without_graph_text(run["output"]) for run in (before, after)]
    return ended and before["error"] != after["error"] and texts[1].startswith(texts[0])


# What IPython shows, a cell a line (observing.run_cell), and the names that keep it.
SHOWN_BY_CELL = re.compile(r"^Out\[\d+\]: .*\n", re.MULTILINE)
KEPT_BY_IPYTHON = re.compile(r"_$|Out\b")


def without_hidden_cells(before, after):
    """The run before, without what cells showed and do not show any more."""
    shown = {without_graph_text(line) for line in SHOWN_BY_CELL.findall(after["output"])}
    output = SHOWN_BY_CELL.sub(
        lambda line: line[0] if without_graph_text(line[0]) in shown else "", before["output"]
    )
    return before | {"output": output}


def without_what_ipython_keeps(run):
    """The run without the names in which IPython keeps what cells showed."""
    return run | {
        part: {key: value for key, value in run[part].items() if not KEPT_BY_IPYTHON.match(key)}
        for part in ("values", "leaves")
    }


def short(value):
    text = str(value)
    return text if len(text) <= 160 else text[:157] + "…"


def first_difference(before, after):
    for first, second in zip(before.split("\n"), after.split("\n")):
        if first != second:
            return f"{short(first)!r} became {short(second)!r}"
    shorter, longer = sorted((before, after), key=len)
    more = "more" if shorter is before else "less"
    return f"{more}: {short(longer[len(shorter):].strip())!r}"


def compare_maps(kind, before, after, new_is_fine):
    found = []
    for key, value in before.items():
        if key not in after:
            found.append(f"{kind}: {key} is gone")
        elif after[key] != value:
            found.append(f"{kind}: {key}: {short(value)} became {short(after[key])}")
    if not new_is_fine:
        found += [f"{kind}: {key} is new" for key in after if key not in before]
    return found


def without_names_of_fixes(before, after):
    """The values, but for names of the main module that only the fixed program has."""
    names = {re.split(r"[.\[]", key)[0] for key in before}
    return {key: value for key, value in after.items() if re.split(r"[.\[]", key)[0] in names}


def compare(before, after, rules):
    """What differs, in words; nothing when the runs are equal."""
    if "ended" in before or "ended" in after:
        same = before.get("ended") == after.get("ended")
        return (
            []
            if same
            else [
                f"end: {before.get('ended', 'ends well')} became {after.get('ended', 'ends well')}"
            ]
        )
    if "notebook-out-cache" in rules:
        before, after = map(without_what_ipython_keeps, (before, after))
        before = without_hidden_cells(before, after)
    if gets_further(before, after):
        return []
    found = []
    outputs = [without_graph_text(run["output"]) for run in (before, after)]
    ends_the_same = same_error(before["error"], after["error"])
    if before["error"] and ends_the_same and MOVING_WORK & set(rules):
        if outputs[1].startswith(outputs[0]):
            return []
    if outputs[0] != outputs[1]:
        found.append(f"output: {first_difference(*outputs)}")
    if not ends_the_same:
        found.append(f"error: {short(before['error'])} became {short(after['error'])}")
    values = without_names_of_fixes(before["values"], after["values"])
    leaves = without_names_of_fixes(before["values"], after["leaves"])
    found += compare_maps("value", before["values"], values, new_is_fine=False)
    found += compare_maps("gradient", before["leaves"], leaves, new_is_fine=True)
    found += compare_maps("mode", before["modes"], after["modes"], new_is_fine=True)
    found += compare_maps("random", before["random"], after["random"], new_is_fine=True)
    found += compare_maps("one more step", before["later"], after["later"], new_is_fine=True)
    for kind, givers in GIVEN_BACK.items():
        fewer = before[kind] > after[kind] and givers & set(rules)
        if before[kind] != after[kind] and not fewer:
            found.append(f"{kind}: {before[kind]} became {after[kind]}")
    return found


def kinds(differences):
    return sorted({text.partition(":")[0] for text in differences})
