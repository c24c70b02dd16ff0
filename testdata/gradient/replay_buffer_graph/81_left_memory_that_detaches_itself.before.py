import torch


class Rollout:
    def __init__(self):
        self.states, self.log_probs = [], []

    def add(self, state, log_prob):
        self.states.append(state)
        self.log_probs.append(log_prob.detach())


def collect(env, policy, steps):
    rollout = Rollout()
    state = env.reset()
    for _ in range(steps):
        action, log_prob = policy(torch.as_tensor(state))
        rollout.add(state, log_prob)
        state, reward, done, _ = env.step(action.numpy())
    return rollout
