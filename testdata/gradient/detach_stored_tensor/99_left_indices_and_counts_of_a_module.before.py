import torch


def train(model, optimizer, criterion, loader):
    predictions, indices, hits = [], [], []
    for x, y in loader:
        optimizer.zero_grad()
        output, correct = model(x)
        loss = criterion(output, y)
        loss.backward()
        optimizer.step()
        values, predicted = torch.max(output, 1)
        predictions.append(predicted.cpu())
        indices.append(output.max(1)[1].view(-1))
        hits.append(correct.float().cpu())
    print(len(predictions), len(indices), len(hits))
