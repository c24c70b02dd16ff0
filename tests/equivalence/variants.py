"""The same program written in other ways must give the same findings at the same levels.

Nothing runs here but mlfix. The forms that keep what a program does are in `grammar/forms.py`;
`raised_by_ignorance` takes files away instead, which may lower a level and never raise it.
"""

from collections import Counter

import assumptions
from fixing import fix_all
from grammar import forms
from grammar.programs import Program


def in_form(program, form):
    """The program in that form, or None where it does not fit."""
    files = form(program.files)
    return files and Program(files, program.entry, program.tags, program.probe)


def level_of(finding):
    return finding["fix"]["applicability"] if finding["fix"] else "none"


def summary(findings):
    return Counter((finding["rule"], level_of(finding)) for finding in findings)


def report_of(binary, programs, folder, *options):
    """The findings of each program; nothing is written."""
    return [
        fixed.findings for fixed in fix_all(binary, [p.files for p in programs], folder, *options)
    ]


def differences(binary, programs, folder, variants=forms.SAME_FINDINGS):
    """For each program and form that give other findings: program, form, both summaries."""
    options = ("--select", "all", "--unsafe")
    programs = [in_form(p, forms.plain) for p in programs if not p.entry.endswith(".ipynb")]
    expected = [summary(findings) for findings in report_of(binary, programs, folder, *options)]
    for variant in variants:
        pairs = [(p, e, in_form(p, variant)) for p, e in zip(programs, expected)]
        pairs = [(p, e, v) for p, e, v in pairs if v and v.files != p.files]
        found = report_of(binary, [v for _, _, v in pairs], folder, *options)
        for (program, before, other), findings in zip(pairs, found):
            if summary(findings) != before:
                yield program, variant.__name__, before, summary(findings), other


def raised_by_ignorance(binary, programs, folder):
    """Findings that are safe only as long as a file that the program imports is not there."""
    options = ("--select", "all", "--unsafe")
    programs = [p for p in programs if len(p.files) > 1]
    alone = [Program({p.entry: p.files[p.entry]}, p.entry, p.tags, p.probe) for p in programs]
    known, less = report_of(binary, programs, folder, *options), report_of(
        binary, alone, folder, *options
    )
    for program, full, partial in zip(programs, known, less):
        levels = {
            (f["rule"], f["line"]): level_of(f) for f in full if f["path"].endswith(program.entry)
        }
        for finding in partial:
            key = finding["rule"], finding["line"]
            if assumptions.holds_of_unseen_modules(finding["rule"], program.tags):
                continue
            if level_of(finding) == "safe" and levels.get(key) != "safe":
                yield program, finding, levels.get(key, "not found")


def changed_by_selection(binary, programs, folder):
    """Rules that give other findings alone than together with all others."""
    together = report_of(binary, programs, folder, "--select", "all")
    rules = sorted({f["rule"] for findings in together for f in findings})
    for rule in rules:
        alone = report_of(binary, programs, folder, "--select", rule)
        for program, all_findings, own in zip(programs, together, alone):
            before = summary([f for f in all_findings if f["rule"] == rule])
            if before != summary(own):
                yield program, rule, before, summary(own)


def shown(counts):
    return (
        ", ".join(f"{rule}[{level}] x{count}" for (rule, level), count in sorted(counts.items()))
        or "nothing"
    )


def complaints(binary, programs, folder):
    """What should be the same and is not, each with the programs."""
    for program, variant, before, after, other in differences(binary, programs, folder):
        change = f"{shown(before - after)} became {shown(after - before)}"
        yield f"== {variant}: {change}\n{program.text()}\n-- {variant}\n{other.text()}"
    for program, finding, level in raised_by_ignorance(binary, programs, folder):
        change = f"{level_of(finding)} without the other file, {level} with it"
        yield f"== line {finding['line']}: {finding['rule']} is {change}\n{program.text()}"
    for program, rule, before, after in changed_by_selection(binary, programs, folder):
        yield f"== {rule} alone: {shown(before)} became {shown(after)}\n{program.text()}"
