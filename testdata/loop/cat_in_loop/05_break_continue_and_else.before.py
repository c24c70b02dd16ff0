import torch


def until(limit):
    out = torch.empty(0, 2)
    for i in range(10):
        if i == 2:
            continue
        if i == limit:
            break
        out = torch.cat((out, torch.ones(1, 2) * i), dim=-2)  # expect: cat-in-loop[safe]
    else:
        print("all")
    return out


print(until(5), until(0).shape, until(20).shape)
