# mutations: no-nesting
# %%
import matplotlib.pyplot as plt
import torch

model = torch.nn.Linear(4, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)


# %%
def plot_sample(x, epoch):
    plt.figure(figsize=(4, 3))  # expect: figure-not-closed[unsafe]
    plt.plot(model(x).detach())
    plt.savefig(f"epoch{epoch}.png")


def plot_sizes(sizes):
    plt.figure()  # expect: figure-not-closed[unsafe]
    plt.plot(sizes)
    plt.savefig("sizes.png")


# %%
for epoch in range(100):
    x = torch.randn(8, 4)
    loss = model(x).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    for _ in range(2):
        plot_sample(x, epoch)

# %%
for path in open("paths.txt"):
    plot_sizes([len(path)])
