import torch


def train(model, loader, optimizer):
    density = connection = correct = 0
    for g in loader:
        loss, loss_density_value, connection_value, hits = model.compute_loss(g)
        density += loss_density_value
        connection += connection_value
        correct += hits
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(density, connection, correct)


@torch.compile
def train_step(batch, model, criterion, optimizer):
    loss = criterion(model(batch.x), batch.y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.detach(), len(batch.y)


def epoch(model, loader, criterion, optimizer):
    total = torch.zeros(1)
    samples = 0
    for batch in loader:
        loss, n = train_step(batch, model, criterion, optimizer)
        total += loss
        samples += n
    return total / samples


def accelerated(model, loader, criterion, optimizer, accelerator):
    total = 0
    for x, y in loader:
        loss = criterion(model(x), y)
        total += accelerator.reduce(loss.detach().float(), reduction="sum")
        accelerator.backward(loss)
        optimizer.step()
    return total
