import torch
from torchvision.utils import save_image


@torch.no_grad()
def sample_images(generator, steps):
    z = torch.randn(16, 8)
    images = generator(z)  # expect: no-grad-eval[unsafe]
    save_image(images.data, "%d.png" % steps)


class Search:
    @torch.no_grad()
    def evaluate_states(self, states):
        policy, value = self.net(torch.tensor(states))  # expect: no-grad-eval[unsafe]
        return policy.detach().cpu().numpy(), value.detach().cpu().numpy()
