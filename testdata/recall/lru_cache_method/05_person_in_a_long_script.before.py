# Reported at https://github.com/python/cpython/issues/122827
# Instances of a long-running script live for ever through a cached method.
from functools import cache


class Tokenizer:
    def __init__(self, merges):
        self.merges = merges

    @cache  # expect: lru-cache-method[report]
    def bpe(self, token):
        parts = list(token)
        while len(parts) > 1 and (parts[0], parts[1]) in self.merges:
            parts[:2] = [parts[0] + parts[1]]
        return " ".join(parts)


def count(files):
    return [len(Tokenizer(load(f)).bpe("example")) for f in files]


def load(path):
    with open(path) as f:
        return {tuple(line.split()) for line in f}
