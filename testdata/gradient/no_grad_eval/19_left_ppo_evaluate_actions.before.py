import torch


class Agent:
    def evaluate_actions(self, states, actions):
        self.policy.eval()
        logits = self.policy(states)
        return torch.distributions.Categorical(logits=logits).log_prob(actions)

    def update(self, batch, optimizer):
        for states, actions, old in batch:
            ratio = (self.evaluate_actions(states, actions) - old).exp()
            optimizer.zero_grad()
            (-ratio.mean()).backward()
            optimizer.step()
