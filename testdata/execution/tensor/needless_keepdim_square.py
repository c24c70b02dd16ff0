# rule: needless-keepdim
"""Rows are centred. In a square matrix the mean without its dimension is taken from the columns, without an error."""
import torch


def centre(x):
    return x - x.mean(dim=1, keepdim=True)


print(centre(torch.arange(9.0).reshape(3, 3)).tolist())
