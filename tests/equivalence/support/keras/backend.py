"""The global state: how many layers of each kind were named, and which session it is."""

from collections import Counter

names = Counter()
session = 0


def clear_session():
    global session
    names.clear()
    session += 1


def name_of_new(kind):
    number = names[kind]
    names[kind] += 1
    return f"{kind}_{number}" if number else kind


def get_uid(prefix=""):
    names[prefix] += 1
    return names[prefix]


class OfSession:
    """What belongs to the session that made it."""

    def __init__(self, kind):
        self.name = name_of_new(kind)
        self.session = session

    def check_session(self):
        if self.session != session:
            raise ValueError(f"{self.name} is not an element of this graph")
