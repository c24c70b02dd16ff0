import torch
from torch import nn

model = nn.Linear(4, 1)
loss_fn = nn.MSELoss()
optimizer = torch.optim.Adam(model.parameters())


async def train(stream):
    seen = 0
    total = 0
    async for x, y in stream:
        if x is None:
            continue
        optimizer.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss  # expect: detach-accumulated-loss[safe]
        seen += 1
    return total / seen


def forever(batches):
    total = 0
    while True:
        batch = next(batches, None)
        if batch is None:
            break
        loss = loss_fn(model(batch[0]), batch[1])
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        total += loss; print(total)  # expect: detach-accumulated-loss[safe]
