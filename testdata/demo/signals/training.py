"""Training loops."""

import torch
from torch import nn


def train_classifier(model, loader, epochs, learning_rate=3e-3):
    """Trains `model`; returns the mean loss of each epoch."""
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=learning_rate)
    curve = []
    for _ in range(epochs):
        model.train()
        total = 0.0
        for waves, labels in loader:
            optimizer.zero_grad()
            loss = criterion(model(waves), labels)
            loss.backward()
            optimizer.step()
            total += loss
        curve.append(float(total) / len(loader))
    return curve


def train_forecaster(model, loader, epochs, learning_rate=1e-2):
    """Trains `model` to predict the next sample; returns the last losses."""
    criterion = nn.MSELoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=learning_rate)
    losses = []
    for _ in range(epochs):
        for waves, _ in loader:
            prediction = model(waves[:, :-1])
            loss = criterion(prediction, waves[:, 1:])
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            losses.append(loss)
    return [round(loss.item(), 4) for loss in losses[-3:]]


def train_smoothly(model, loader, learning_rate=1e-3, smoothness=0.1):
    """One epoch in which neighbouring predictions are drawn together.

    The terms of the loss are collected and added up, then differentiated as one.
    """
    optimizer = torch.optim.SGD(model.parameters(), lr=learning_rate)
    for waves, _ in loader:
        prediction = model(waves[:, :-1])
        terms = []
        for step in (1, 2, 4):
            terms.append((prediction[:, step:] - prediction[:, :-step]).square().mean())
        penalty = 0.0
        for term in terms:
            penalty = penalty + smoothness * term
        loss = nn.functional.mse_loss(prediction, waves[:, 1:]) + penalty
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()
