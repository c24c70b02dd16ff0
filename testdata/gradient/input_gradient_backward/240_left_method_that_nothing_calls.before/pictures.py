def load(path):
    return read(path)
