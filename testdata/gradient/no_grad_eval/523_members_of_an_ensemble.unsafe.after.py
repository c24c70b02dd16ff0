import torch


@torch.no_grad()
def disagreement(members, loader):
    for m in members:
        m.eval()
    values = []
    for x, _ in loader:  # expect: no-grad-eval[unsafe]
        votes = torch.stack([m(x).softmax(1) for m in members]).mean(0)
        values.append(-(votes * votes.log()).sum(1).mean())
    return torch.stack(values).mean().item()
