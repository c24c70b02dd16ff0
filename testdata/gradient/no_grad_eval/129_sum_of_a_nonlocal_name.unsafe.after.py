import torch


@torch.no_grad()
def worst_of(net, batches):
    worst = None

    def note(value):
        nonlocal worst
        worst = value if worst is None else worst + value

    net.eval()
    for x in batches:  # expect: no-grad-eval[unsafe]
        note(net(x).max())
    return worst


@torch.no_grad()
def count_of(net, batches):
    count = 0

    def note(value):
        nonlocal count
        count += value

    net.eval()
    for x in batches:  # expect: no-grad-eval[safe]
        note(net(x).argmax().item())
    return count


print(count_of(torch.nn.Linear(4, 2), [torch.ones(3, 4)]))
