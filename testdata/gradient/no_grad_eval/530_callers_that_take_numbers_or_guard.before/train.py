import imageio
import torch

from render import Field, render, render_image


class Run:
    def __init__(self, rays):
        self.net = Field()
        self.optimizer = torch.optim.Adam(self.net.parameters())
        self.rays = rays

    def step(self, rays, colours):
        loss = (render(self.net, rays) - colours).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

    def view(self, step):
        image = render_image(self.net, self.rays)
        imageio.imwrite(f"{step}.png", image.detach().numpy())

    def video(self, writer):
        with torch.no_grad():
            image = render_image(self.net, self.rays)
        writer.append_data(image.cpu().numpy())


if __name__ == "__main__":
    run = Run(torch.rand(10000, 3))
    for step in range(1000):
        run.step(torch.rand(64, 3), torch.rand(64, 4))
        if step % 100 == 0:
            run.view(step)
    with imageio.get_writer("run.mp4") as writer:
        run.video(writer)
