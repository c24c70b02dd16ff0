# rule: cat-in-loop
"""Each step of a decoder reads all that was decoded before."""
import torch


def decode(successor, tokens, steps):
    parts = [tokens]
    with torch.no_grad():
        for _ in range(steps):
            token = successor(tokens[-1:])
            parts.append(token[:, None].expand(1, tokens.shape[1]))
    return torch.cat(parts, dim=0)


def successor(tokens):
    return (tokens.sum(1) + 1) % 7


print(decode(successor, torch.tensor([[1, 4, 2]]), steps=6).tolist())
