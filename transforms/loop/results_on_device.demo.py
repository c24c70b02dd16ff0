# rule: results-on-device
# level: unsafe
# measure: bytes
# leak: nothing
# output: same
"""Features of a data set. Where there is a device, the results leave it batch by batch."""
import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
torch.manual_seed(0)
model = torch.nn.Linear(4, 3).to(device)


@torch.no_grad()
def extract(batches):
    features = []
    for batch in batches:
        # sample
        features.append(model(batch.to(device)))
    return torch.cat(features).cpu()


print(extract(torch.randn(20, 5, 4)).sum(0).tolist())
