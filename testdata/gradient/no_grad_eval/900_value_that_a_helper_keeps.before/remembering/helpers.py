LAST = []


def remember(value):
    LAST.append(value)


def last():
    return LAST[-1]
