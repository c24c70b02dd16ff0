import pandas as pd
import torch


class Windows:
    def __init__(self, path, size):
        self.rows, self.size = torch.tensor(pd.read_csv(path).values), size

    def __iter__(self):
        for i in range(len(self.rows) - self.size):
            yield self.rows[i : i + self.size], self.rows[i + self.size]
