# A loader that hands samples out as they are, one that collates by a function of the program's,
# and a layer that somebody may hook into: the tensor may be used again for the next part.
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Reused(Dataset):
    def __init__(self):
        self.row = torch.zeros(1, 2)

    def __len__(self):
        return 3

    def __getitem__(self, index):
        self.row.fill_(index)
        return self.row


def collate(samples):
    return samples[0]


def watch(layer, kept):
    layer.register_forward_hook(lambda module, inputs, output: kept.append(output.detach()))


def rows_one_by_one(options):
    rows = torch.empty(0, 2)
    for row in DataLoader(Reused(), batch_size=None):
        rows = torch.cat([rows, row])  # expect: cat-in-loop[unsafe]
    others = torch.empty(0, 2)
    for other in DataLoader(Reused(), collate_fn=collate):
        others = torch.cat([others, other])  # expect: cat-in-loop[unsafe]
    more = torch.empty(0, 2)
    for one in DataLoader(Reused(), **options):
        more = torch.cat([more, one])  # expect: cat-in-loop[unsafe]
    return rows, others, more


def rows_stacked():
    rows = torch.empty(0, 1, 2)
    rows_parts = [rows]
    for row in DataLoader(Reused(), batch_size=2):
        rows_parts.append(row)  # expect: cat-in-loop[safe]
    rows = torch.cat(rows_parts)
    return rows


@torch.no_grad()
def outputs_of(batches, kept):
    layer = nn.Linear(2, 2)
    watch(layer, kept)
    rows = torch.empty(0, 2)
    for x in batches:
        rows = torch.cat([rows, layer(x)])  # expect: cat-in-loop[unsafe]
        kept[0].zero_()
    return rows


print(rows_one_by_one({"batch_size": None})[0].tolist(), rows_stacked().tolist())
print(outputs_of([torch.ones(1, 2)] * 3, []).sum().item() != 0)
