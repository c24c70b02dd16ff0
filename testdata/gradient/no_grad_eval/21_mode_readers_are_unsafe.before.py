import torch


def norm(model, loader):
    model.eval()
    for x in loader:  # expect: no-grad-eval[unsafe]
        out = model(x)
        if torch.is_grad_enabled():
            print("training statistics", out.mean().item())
