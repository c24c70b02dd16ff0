# Nobody differentiates the loss of an evaluation that puts the model into evaluation mode itself.
import torch
import torch.nn.functional as F
from torch import nn


@torch.no_grad()
def evaluate(model, graph, features, labels, parts):
    model.eval()
    logits = model(graph, features)  # expect: no-grad-eval[unsafe]
    results = ()
    for part in parts:
        loss = F.cross_entropy(logits[part], labels[part])
        hits = torch.sum(logits[part].argmax(dim=1) == labels[part]).item() / len(part)
        results += (loss, hits)
    return results


# A name that says nothing, and a caller that differentiates.
def logits_of(model, graph, features):
    model.eval()
    return model(graph, features)


def retrieval_features(model, graph, features):
    model.eval()
    return model(graph, features)


def evaluate_attacked(model, image, label):
    model.eval()
    return F.cross_entropy(model(image), label)


def attack(model, image, label):
    image.requires_grad_()
    evaluate_attacked(model, image, label).backward()
    return image + 0.1 * image.grad.sign()
