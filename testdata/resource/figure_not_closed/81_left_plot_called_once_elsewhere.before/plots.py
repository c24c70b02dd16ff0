import matplotlib.pyplot as plt


def plot_study(rows):
    fig, ax = plt.subplots()
    for row in rows:
        ax.plot(row)
    fig.savefig("study.png")
