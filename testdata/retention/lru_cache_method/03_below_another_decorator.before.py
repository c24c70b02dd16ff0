# A property is a method, too, and so is an asynchronous or a typed one.
# options: minor: true
import functools


class Model:
    @property
    @functools.lru_cache(maxsize=16)  # expect: lru-cache-method[report]
    def device(self):
        return next(self.parameters()).device

    @functools.cache  # expect: lru-cache-method[report]
    @log
    def size(self: "Model", x: int) -> int:
        return x

    class Inner:
        @functools.cache  # expect: lru-cache-method[report]
        def size(self):
            return 1
