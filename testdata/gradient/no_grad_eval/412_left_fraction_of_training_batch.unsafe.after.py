# Batches of the evaluation are an eighth of those that the program trains with: two graphs of them
# take less than one of a step.
import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--batch-size", type=int, default=80)
args = parser.parse_args()


def evaluate(model, criterion, data, batch_size=10):
    total = 0.0
    for x, y in data.batches(batch_size):
        loss = criterion(model(x), y)
        total += loss.item()
    return total


@torch.no_grad()
def evaluate_at_once(model, criterion, data, batch_size=80):
    total = 0.0
    for x, y in data.batches(batch_size):  # expect: no-grad-eval[unsafe]
        loss = criterion(model(x), y)
        total += loss.item()
    return total


def train(model, optimizer, criterion, data):
    for x, y in data.batches(args.batch_size):
        optimizer.zero_grad()
        criterion(model(x), y).backward()
        optimizer.step()
    return evaluate(model, criterion, data), evaluate_at_once(model, criterion, data)
