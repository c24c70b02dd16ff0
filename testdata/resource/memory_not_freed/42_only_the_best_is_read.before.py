from torch import nn


def search(rates, fit):
    runs = []
    for rate in rates:
        model = nn.Linear(4096, 4096)
        runs.append((fit(model, rate), model))  # expect: memory-not-freed
    for score, _ in runs:
        print(score)
    score, model = max(runs, key=lambda run: run[0])
    model.eval()
    print(score, sum(p.numel() for p in model.parameters()))
