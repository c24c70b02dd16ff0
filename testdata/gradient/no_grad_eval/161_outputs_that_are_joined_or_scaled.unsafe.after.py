import torch


class Learner:
    @torch.no_grad()
    def targets(self, batch, rewards):
        value = self.target_network(batch)  # expect: no-grad-eval[unsafe]
        return (rewards + 0.9 * value).detach()

    @torch.no_grad()
    def show(self, batch, more):
        first = self.generator(batch)  # expect: no-grad-eval[unsafe]
        second = self.generator(more)
        return torch.cat([first, second]).detach().numpy()
