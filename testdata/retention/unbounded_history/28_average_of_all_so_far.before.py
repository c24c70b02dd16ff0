# options: minor: true
import itertools
import statistics

import numpy as np


def play(env, agent, episodes):
    scores, window = [], 100
    recent = []
    for episode in range(episodes):
        score = 0
        for step in itertools.count():
            reward, done = env.step(agent.act())
            score += reward
            if done:
                break
        recent.append(score)  # expect: unbounded-history[report]
        scores.append(score)
        print(episode, len(recent), np.mean(recent))
        if np.mean(recent) >= window:
            break
    return scores


def serve(requests):
    times = []
    while True:
        times.append(requests.handle())  # expect: unbounded-history[report]
        if len(times) % 100 == 0:
            print(statistics.mean(times))


class Monitor:
    def __init__(self):
        self.times = []
        self.sizes = []
        self.requests = []

    def handle(self, request):
        self.times.append(float(request.run()))  # expect: unbounded-history[report]
        self.sizes.append(float(request.size))
        self.requests.append(request)

    def report(self):
        return sum(self.times) / len(self.times), sorted(self.sizes), len(self.requests)
