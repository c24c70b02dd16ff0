# One entry that is replaced, and a list of another module.
from project import shared

STATE = {"step": 0}


def update(step):
    STATE["step"] = step
    shared.append(step)
