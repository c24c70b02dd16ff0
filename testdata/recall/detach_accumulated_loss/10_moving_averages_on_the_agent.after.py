# Reported at https://github.com/alexhernandezgarcia/gflownet/pull/133
# Exponential moving averages of the losses, kept on the agent for its log, extend the
# graph each iteration.
import torch


class GFlowNetAgent:
    def __init__(self, policy, ema_alpha=0.5):
        self.policy = policy
        self.opt = torch.optim.Adam(policy.parameters(), lr=1e-3)
        self.ema_alpha = ema_alpha
        self.loss_term_ema = 0.0

    def flowmatch_loss(self, batch):
        flows = self.policy(batch["states"])
        return (flows.logsumexp(1) - batch["logreward"]).pow(2).mean()

    def train(self, sampler, n_steps):
        for it in range(n_steps):
            batch = sampler.sample()
            loss = self.flowmatch_loss(batch)
            self.opt.zero_grad()
            loss.backward()
            self.opt.step()
            self.loss_term_ema = self.ema_alpha * loss.detach() + (1 - self.ema_alpha) * self.loss_term_ema  # expect: detach-accumulated-loss[safe]
            if it % 10 == 0:
                print(it, float(self.loss_term_ema))
