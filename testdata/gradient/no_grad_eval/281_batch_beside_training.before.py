# options: minor: false
import torch


def train(model, samples, labels, optimizer):
    for batch in range(1000):
        optimizer.zero_grad()
        total = torch.tensor(0.0)
        for sample, label in zip(samples, labels):
            plain = model.forward(sample)  # expect: no-grad-eval[unsafe]
            hit = int(torch.argmax(plain).item())
            bound = model.forward(sample + 0.1)
            total += (bound - label).abs().sum() * hit
        total.backward()
        optimizer.step()
