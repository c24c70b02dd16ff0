# level: safe
# rule: pointless-del
import torch


def score(x):
    rows = {"x": x * 2}
    value = rows["x"].mean().item()
    del rows["x"]
    return rows


print(score(torch.ones(2)))
