# options: minor: true
# Here the memory of a whole model comes back.
import gc

import torch
from transformers import AutoModel


def compare(names, batch, configs):
    for name in names:
        model = AutoModel.from_pretrained(name)
        print(name, model(batch))
        del model
        gc.collect()
        torch.cuda.empty_cache()
    for width in configs:
        net = torch.nn.Linear(width, width)
        net(batch).sum().backward()
        torch.cuda.empty_cache()
