from project import build, loader

model, optimizer = build()
weights = []
for epoch in range(100):
    for x in loader:
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()
    weights.append({k: v.clone() for k, v in model.state_dict().items()})
