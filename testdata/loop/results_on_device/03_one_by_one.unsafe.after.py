# Each result goes to the CPU by itself, after the loop.
import torch


def decode(model, batches, out):
    results = []
    with torch.no_grad():
        for batch in batches:
            results.append(model(batch).cpu())  # expect: results-on-device[unsafe]
    for i in range(len(results)):
        out[i, : results[i].shape[1]] = results[i].cpu().numpy()
