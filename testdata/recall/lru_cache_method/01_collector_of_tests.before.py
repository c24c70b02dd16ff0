# Reported at https://github.com/pytest-dev/pytest/pull/9148
# A cached method of a session object keeps the session.
# options: minor: true
from functools import lru_cache
from pathlib import Path


class PluginManager:
    def __init__(self, root):
        self.root = Path(root)
        self.conftests = {}

    @lru_cache(maxsize=128)  # expect: lru-cache-method[report]
    def get_modules(self, path):
        return [self.conftests[p] for p in reversed((self.root / path).parents) if p in self.conftests]
