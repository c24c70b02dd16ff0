import matplotlib.pyplot as plt


class Plots:
    for number in range(100):
        plt.figure(number).savefig(f"{number}.png")
