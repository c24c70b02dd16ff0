kept = []


def keep(value):
    kept.append(value)
