# mutations: no-nesting
import torch
from nets import Critic, Generator
from pictures import show


class Gan:
    def __init__(self):
        self.generator, self.critic = Generator(), Critic()
        self.optimizer = torch.optim.Adam(self.generator.parameters(), 2e-4)
        self.noise = torch.randn(64, 100)

    def sample(self, noise):
        self.generator.eval()
        images = self.generator(noise)
        self.generator.train()
        return images

    def step(self):
        loss = -self.critic(self.generator(torch.randn(8, 100))).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

    def fit(self):
        for step in range(10000):
            self.step()
            if step % 500 == 0:
                with torch.no_grad():
                    images = self.sample(self.noise)  # expect: no-grad-eval[unsafe]
                show(images.detach(), step)
