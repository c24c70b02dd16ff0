# options: minor: true
def train(model, optimizer, loader):
    losses = []
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())  # expect: unbounded-history[unsafe]
