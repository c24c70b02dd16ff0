# What is in the cache is used.
_TABLES = {}


def table(size):
    if size not in _TABLES:
        _TABLES[size] = list(range(size))
    return _TABLES[size]
