# A name on a line of its own shows the list.
shown = []


def add(value):
    shown.append(value)


shown
