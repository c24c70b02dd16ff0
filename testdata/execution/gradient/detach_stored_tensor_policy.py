# rule: detach-stored-tensor
"""Log-probabilities of a policy gradient: nothing fails without their graph, the policy stops learning."""
import torch
from torch import nn


def episode(policy, baseline, optimizer, steps=6):
    log_probs, values = [], []
    state = torch.ones(4)
    for step in range(steps):
        distribution = torch.distributions.Categorical(logits=policy(state))
        action = torch.tensor(step % 3)
        log_probs.append(distribution.log_prob(action))
        values.append(baseline(state))
        state = state * 0.9
    loss = -torch.stack(log_probs).sum() + (torch.stack(values) - 1).pow(2).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


torch.manual_seed(0)
policy, baseline = nn.Linear(4, 3), nn.Linear(4, 1)
optimizer = torch.optim.SGD([*policy.parameters(), *baseline.parameters()], lr=0.1)
start = policy.weight.clone()
for _ in range(3):
    episode(policy, baseline, optimizer)
print("the policy moved by", (policy.weight - start).norm().item())
