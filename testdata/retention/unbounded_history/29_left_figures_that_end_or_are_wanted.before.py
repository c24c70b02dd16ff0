# options: minor: true
from collections import deque

import numpy as np
import torch


def train(model, train_loader, optimizer, criterion):
    losses = []
    for x, y in train_loader:
        loss = criterion(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        print(np.mean(losses))


def curve(env, episodes):
    scores = []
    for episode in range(episodes):
        scores.append(env.play())
        print(np.mean(scores))
    return scores


def windowed(env, episodes):
    scores = deque(maxlen=100)
    for episode in range(episodes):
        scores.append(env.play())
        print(np.mean(scores))


def emptied(env, episodes):
    scores = []
    for episode in range(episodes):
        scores.append(env.play())
        if episode % 10 == 9:
            print(np.mean(scores))
            scores.clear()


def once_at_the_end(env, episodes):
    scores = []
    for episode in range(episodes):
        scores.append(env.play())
    print(np.mean(scores))


def anew(env, epochs, episodes):
    for epoch in range(epochs):
        scores = []
        for episode in range(episodes):
            scores.append(env.play())
            print(np.mean(scores))
