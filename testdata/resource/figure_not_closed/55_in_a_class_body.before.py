# The names of a class body are attributes of the class.
from matplotlib import pyplot as plt


class Gallery:
    for index in range(3):
        figure, axes = plt.subplots()
        axes.plot([index])
        figure.savefig(f"gallery_{index}.png")
