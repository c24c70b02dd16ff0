import pytest
import torch


@pytest.mark.parametrize("steps", [1, 3])
def test_losses_fall(build, steps):
    model, optimizer, x = build()
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = model(x).sum()
        loss.backward()
        optimizer.step()
        losses.append(loss)
    assert losses[-1] < losses[0]
