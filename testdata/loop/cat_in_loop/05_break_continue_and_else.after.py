import torch


def until(limit):
    out = torch.empty(0, 2)
    out_parts = [out]
    for i in range(10):
        if i == 2:
            continue
        if i == limit:
            break
        out_parts.append(torch.ones(1, 2) * i)  # expect: cat-in-loop[safe]
    else:
        print("all")
    out = torch.cat(out_parts, dim=-2)
    return out


print(until(5), until(0).shape, until(20).shape)
