# The value is bound by a function, and read by the module.
import torch


def test(policy, loader):
    global final
    policy.eval()
    for x, _ in loader:
        final = policy(x).sum(0)


def work(policy, loader):
    best = None

    def step():
        nonlocal best
        policy.eval()
        for x, _ in loader:
            best = policy(x)

    step()
    torch.stack([v.mean() for v in [best]]).sum().backward()


final = None
test(net, batches)
final.sum().backward()
