import gc

import torch


def evaluate_metric(model, data_iter):
    model.eval()
    with torch.no_grad():
        errors = []
        for x, y in data_iter:
            errors.append((model(x) - y).abs().mean().item())
        return sum(errors)  # expect: missing-eval-cleanup[unsafe]
