import matplotlib.pyplot as plt


def save_plot(i):
    fig = plt.figure()
    plt.savefig(f"step_{i}.png")
