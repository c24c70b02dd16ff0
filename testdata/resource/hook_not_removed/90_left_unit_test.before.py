import torch


def test_hooks_are_replayed():
    module = torch.nn.Linear(2, 2)
    calls = []
    module.register_forward_pre_hook(lambda m, args: calls.append(m))
    module(torch.ones(1, 2))
    assert calls == [module]
