# Three iterations are few, and each is a pass over the whole graph, whenever it is called.
import numpy as np
import torch


@torch.no_grad()
def score(model, parts):
    metrics = {}
    for part in ["train", "val", "test"]:  # expect: no-grad-eval[unsafe]
        data = parts[part]
        outputs = model(data.x, data.edges).squeeze()
        metrics[part] = float(np.argmax(outputs[data.mask].detach().cpu().numpy()))
    return metrics
