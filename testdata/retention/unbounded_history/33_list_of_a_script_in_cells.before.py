# %%
from project import build, loader

model, optimizer = build()

# %%
history = []
for epoch in range(40):
    for x in loader:
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()
    history.append({k: v.clone() for k, v in model.state_dict().items()})  # expect: unbounded-history[report]
