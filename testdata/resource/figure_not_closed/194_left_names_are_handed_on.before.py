import matplotlib.pyplot as plt


def plots(runs, template):
    for path, losses in runs.items():
        figure = plt.figure()
        figure.gca().plot(losses)
        figure.savefig(path)
        print(template.format(**locals()))
