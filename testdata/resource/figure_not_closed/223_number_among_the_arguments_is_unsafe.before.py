import matplotlib.pyplot as plt


def draw(values, path, *number):
    fig = plt.figure(*number)  # expect: figure-not-closed[unsafe]
    plt.plot(values)
    plt.savefig(path)


for k in range(40):
    draw([1, k], f"run{k}.png", "run")
