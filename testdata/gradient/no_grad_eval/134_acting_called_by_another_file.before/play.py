import torch

from policy import Policy


def play(env):
    policy = Policy()
    observation = env.reset()
    done = False
    while not done:
        action = policy.act(observation)
        observation, _, done, _ = env.step(action)
