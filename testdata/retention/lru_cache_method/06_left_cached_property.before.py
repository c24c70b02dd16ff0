# The value is kept on the instance.
from functools import cached_property


class Model:
    @cached_property
    def table(self):
        return list(range(3))
