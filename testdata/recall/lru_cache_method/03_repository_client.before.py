# Reported at https://github.com/getsentry/seer/pull/2512
# functools.cache on methods of a client that is made for each request.
# options: minor: true
import functools


class RepoClient:
    def __init__(self, provider, name):
        self.provider = provider
        self.name = name

    @functools.cache  # expect: lru-cache-method[report]
    def get_file_content(self, path, sha):
        return self.provider.fetch(self.name, path, sha)

    @functools.lru_cache(maxsize=8)  # expect: lru-cache-method[report]
    def get_index_file_set(self, sha):
        return set(self.provider.list(self.name, sha))
