# Every call of the method copies all that came before. Not where the array begins anew, or
# where nobody is seen to call it.
import numpy as np


class Replay:
    def __init__(self, size):
        self.observations = np.empty((0, size), np.float32)
        self.history = None
        self.later = np.empty((0, size), np.float32)
        self.window = np.empty((0, size), np.float32)

    def add(self, observation):
        self.observations = np.vstack([self.observations, observation[None]])  # expect: cat-in-loop[report]
        self.history = observation[None] if self.history is None else np.concatenate([self.history, observation[None]])  # expect: cat-in-loop[report]
        self.window = np.vstack([self.window, observation[None]])

    def begin(self):
        self.window = np.empty((0, 4), np.float32)

    def add_later(self, observation):
        self.later = np.vstack([self.later, observation[None]])


def run(env, policy):
    replay = Replay(4)
    observation = env.reset()
    for _ in range(1000000):
        observation = env.step(policy(observation))
        replay.add(observation)
    return replay.observations, replay.history
