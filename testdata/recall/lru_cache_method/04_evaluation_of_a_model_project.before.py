# Reported at https://github.com/zeno-ml/zeno/issues/522
# The report notes that the cache hashes self.
from functools import lru_cache

import pandas as pd


class ZenoBackend:
    def __init__(self, df: pd.DataFrame):
        self.df = df

    @lru_cache(maxsize=None)  # expect: lru-cache-method[report]
    def calculate_metric(self, column, name):
        return getattr(self.df[column], name)()
