import matplotlib.pyplot as plt


def save_plot(i):
    fig, ax = plt.subplots()
    ax.plot([i])
    fig.savefig('now.png')
