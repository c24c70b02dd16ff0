import torch


async def collect(stream):
    rows = torch.empty(0, 2)
    async for _ in stream:
        rows = torch.cat((rows, torch.ones(1, 2)))  # expect: cat-in-loop[safe]
    return rows
