# Who detaches one part of what an agent gives knows of the graph: numpy() takes another part.
import torch
from torch import nn
from torch.distributions import Categorical


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor, self.critic = nn.Linear(8, 1024), nn.Linear(8, 1)

    def act(self, x):
        choice = Categorical(logits=self.actor(x))
        action = choice.sample()
        return action, choice.log_prob(action), self.critic(x)


def train(envs, steps):
    agent = Agent()
    optimizer = torch.optim.Adam(agent.parameters())
    seen = torch.zeros(steps)
    x = torch.as_tensor(envs.reset())
    for update in range(1000):
        for step in range(steps):
            with torch.no_grad():
                action, log_prob, value = agent.act(x)  # expect: no-grad-eval[safe]
            seen[step] = value.detach().sum()
            x = torch.as_tensor(envs.step(action.cpu().numpy())[0])
        action, log_prob, value = agent.act(x)
        loss = (value.sum() - seen.mean()) ** 2 - log_prob.sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
