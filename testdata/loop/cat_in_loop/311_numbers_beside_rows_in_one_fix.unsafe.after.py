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
    tokens_parts = [tokens]
    lengths_parts = [lengths]
    for row in rows:
        length = torch.tensor([len(row)])
        tokens_parts.append(pad(row, size))  # expect: cat-in-loop[unsafe]
        lengths_parts.append(length)
    tokens = torch.vstack(tokens_parts)
    lengths = torch.cat(lengths_parts)
    return tokens, lengths
