# Only the first of two backward passes has to keep the graph they share.
import torch


def train(model, loader, opt_a, opt_b, first, second):
    for x, y in loader:
        features = model(x)
        loss_a = first(features, y)
        loss_b = second(features, y)
        opt_a.zero_grad()
        opt_b.zero_grad()
        loss_a.backward(retain_graph=True)
        loss_b.backward()  # expect: unneeded-retain-graph[unsafe]
        opt_a.step()
        opt_b.step()
