# Nothing but the name says that it is a model: enough to point at it.
import torch
from mylab import build_model, fit

results = {}
models = []
for config in ({"lr": 0.1}, {"lr": 0.01}):
    model = build_model(config)
    results[config["lr"]] = fit(model)
    models.append(model)  # expect: memory-not-freed[report]
print(results)
