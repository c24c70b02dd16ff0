# Reported at https://github.com/TensorAuto/OpenTau/pull/393
# The cached blocks of the evaluation are given back before something outside of PyTorch
# needs the memory.
import torch
import gc


def validate(model, loader, criterion):
    model.eval()
    total = 0.0
    with torch.no_grad():
        for x, y in loader:
            x, y = x.cuda(), y.cuda()
            output = model(x)
            total += criterion(output, y).item()
    model.train()
    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
    return total / len(loader)  # expect: missing-eval-cleanup[unsafe]
