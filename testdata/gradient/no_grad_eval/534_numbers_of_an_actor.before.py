# An object acts for its network; numpy() takes one part of what that gives, and the rest is detached.
import torch


class Runner:
    def __init__(self, envs, model, steps, device):
        self.model, self.envs, self.device = model, envs, device
        self.obs = torch.as_tensor(envs.reset(), device=device)
        self.steps = steps
        self.storage = []

    def collect(self):
        self.storage.clear()
        for _ in range(self.steps):
            action, logp, value = self.model.act(self.obs)  # expect: no-grad-eval[unsafe]
            nxt, reward, _ = self.envs.step(action.cpu().numpy())
            self.storage.append((self.obs, action, logp.detach(), value.detach(), reward))
            self.obs = torch.as_tensor(nxt, device=self.device)
        return self.storage


def train(envs, model, optimizer, device, updates):
    runner = Runner(envs, model, 2048, device)
    for _ in range(updates):
        for obs, action, logp, value, reward in runner.collect():
            loss = -(model.score(obs, action) - logp).exp().mean() * (reward - value).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
