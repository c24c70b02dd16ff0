# level: safe
# rule: figure-not-closed
import matplotlib.pyplot as plt
import torch

torch.manual_seed(0)
losses = []
for epoch in range(4):
    losses.append(torch.rand(1).item())
    fig, ax = plt.subplots()
    ax.imshow(torch.rand(4, 4))
    fig.savefig("sample.png")
    plt.figure(1)
    plt.plot(losses)
    plt.savefig("loss.png")
    print(len(plt.gcf().axes), len(plt.gca().lines))
