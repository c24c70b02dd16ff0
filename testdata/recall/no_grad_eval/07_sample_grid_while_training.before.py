# Reported at https://github.com/akanimax/msg-gan-v1/issues/2
# Every few batches a GAN draws a grid of samples with the generator and gradients on: 7
# GB less afterwards.
import os

import torch as th
from torchvision.utils import save_image


class MSG_GAN:
    def __init__(self, gen, dis):
        self.gen = gen
        self.dis = dis

    @staticmethod
    def create_grid(samples, files):
        samples = [th.clamp((s.detach() / 2) + 0.5, min=0, max=1) for s in samples]
        for sample, name in zip(samples, files):
            save_image(sample, name)

    def train(self, data, gen_optim, dis_optim, loss_fn, feedback, sample_dir, fixed_input):
        for i, batch in enumerate(data, 1):
            noise = th.randn(batch.shape[0], 128).to(batch.device)
            fake = self.gen(noise)
            dis_optim.zero_grad()
            dis_loss = loss_fn.dis_loss(batch, [f.detach() for f in fake])
            dis_loss.backward()
            dis_optim.step()
            gen_optim.zero_grad()
            gen_loss = loss_fn.gen_loss(batch, fake)
            gen_loss.backward()
            gen_optim.step()
            if i % feedback == 0:
                names = [os.path.join(sample_dir, "%d_%d.png" % (i, k)) for k in range(7)]
                self.create_grid(self.gen(fixed_input), names)  # missed: no-grad-eval[unsafe] - the generator is not in evaluation mode, and the loop trains it
