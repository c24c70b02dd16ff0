import pytest
import torch

LOSSES = []


@pytest.mark.parametrize("steps", [1, 3])
def test_losses_fall(build, steps):
    model, optimizer, x = build()
    for _ in range(steps):
        optimizer.zero_grad()
        loss = model(x).sum()
        loss.backward()
        optimizer.step()
        LOSSES.append(loss)
    assert LOSSES[-1] < LOSSES[0]
