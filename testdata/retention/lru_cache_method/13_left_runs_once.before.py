# The cache is what makes a warning appear once: there is no value to keep elsewhere.
import functools
import logging


class Adapter(logging.LoggerAdapter):
    @functools.lru_cache(None)
    def warning_once(self, *args, **kwargs):
        self.warning(*args, **kwargs)

    @functools.cache
    def announce(self, name):
        if name is None:
            return None
        self.info(name)
