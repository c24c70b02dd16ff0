# level: safe
# rule: figure-not-closed
import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt

SETTINGS = {"num": "report"}


def report(values):
    figure, axes = plt.subplots(**SETTINGS)
    axes.plot(values)
    figure.savefig("report.png")
    print(len(figure.axes))


for step in range(3):
    report([1, step])
