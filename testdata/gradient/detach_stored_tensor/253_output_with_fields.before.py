import torch
from transformers import AutoModelForSequenceClassification


def train(loader):
    model = AutoModelForSequenceClassification.from_pretrained("small")
    optimizer = torch.optim.AdamW(model.parameters())
    outputs, losses = [], []
    for ids, labels in loader:
        out = model(input_ids=ids, labels=labels)
        optimizer.zero_grad()
        out.loss.backward()
        optimizer.step()
        losses.append(out.loss.item())
        outputs.append(out)  # expect: detach-stored-tensor[report]
    return [float(out.loss) for out in outputs], losses
