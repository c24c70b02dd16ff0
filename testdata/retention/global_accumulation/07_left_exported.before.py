# Named for others to import, or reached by a name in a string.
__all__ = ["history", "run"]

history = []
events = []


def run(value):
    history.append(value)
    events.append(value)


def get(module):
    return getattr(module, "events")
