# What grows by one number beside the rows is collected with them: one finding.
import torch


def pad(row, size):
    out = torch.zeros(1, size)
    out[0, : len(row)] = row
    return out


def collate(rows, size):
    first = next(rows)
    tokens = pad(first, size)
    lengths = torch.tensor([len(first)])
    for row in rows:
        length = torch.tensor([len(row)])
        tokens = torch.vstack((tokens, pad(row, size)))  # expect: cat-in-loop[unsafe]
        lengths = torch.cat((lengths, length))
    return tokens, lengths
