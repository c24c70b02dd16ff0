import matplotlib.pyplot as plt


def draw(values):
    for part in range(2):
        figure, axes = plt.subplots()
        axes.plot(values)
        figure.savefig("report.png")
