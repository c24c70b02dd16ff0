def store(kept, value):
    kept["last"] = value


def pass_on(kept, value):
    store(kept, value)
