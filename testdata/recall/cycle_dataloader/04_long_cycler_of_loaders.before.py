# Reported at https://github.com/sinzlab/neuralpredictors/pull/76
# mutations: no-nesting
# A cycler over several loaders repeats each of them with itertools.cycle until the
# longest is through.
from itertools import cycle

from torch.utils.data import DataLoader


class LongCycler:
    def __init__(self, datasets, batch_size):
        self.loaders = {k: DataLoader(d, batch_size=batch_size) for k, d in datasets.items()}
        self.max_batches = max(len(loader) for loader in self.loaders.values())

    def __iter__(self):
        cycles = [cycle(loader) for loader in self.loaders.values()]  # expect: cycle-dataloader[unsafe]
        for k, loader, _ in zip(cycle(self.loaders.keys()), cycle(cycles), range(len(self))):
            yield k, next(loader)

    def __len__(self):
        return len(self.loaders) * self.max_batches
