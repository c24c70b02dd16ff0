# An attribute of an output has a graph where a backward pass differentiates what is made of it,
# and so has what is computed of the attribute: by operators, methods, functions, lambdas.
import torch

to_decibel = lambda x: -10.0 * torch.log(x)


def overlap(prediction, target, eps=1e-6):
    common = (prediction * target).sum()
    return (2 * common + eps) / (prediction.sum() + target.sum() + eps)


def train(model, loader, optimizer, criterion):
    features, errors, means, overlaps, decibels = [], [], [], [], []
    for x, y in loader:
        output = model(x)
        embedding = output.features
        error = embedding - y
        loss = criterion(output, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        features.append(embedding.detach())  # expect: detach-stored-tensor[unsafe]
        errors.append(error.detach())  # expect: detach-stored-tensor[unsafe]
        means.append(torch.sigmoid(embedding).mean(0).detach())  # expect: detach-stored-tensor[unsafe]
        overlaps.append(overlap(embedding, y).detach())  # expect: detach-stored-tensor[unsafe]
        decibels.append(to_decibel(loss).detach())  # expect: detach-stored-tensor[unsafe]
    return features, errors, means, overlaps, decibels
