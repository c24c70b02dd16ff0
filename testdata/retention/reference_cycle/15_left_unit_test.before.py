# A unit test links a few small tensors.
import torch


def test_chain():
    first = torch.zeros(3)
    second = torch.zeros(3)
    first.next = second
    second.prev = first
    assert second.prev is first
