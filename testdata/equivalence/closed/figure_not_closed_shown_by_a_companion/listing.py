import matplotlib.pyplot as plt


def count():
    return len(plt.get_fignums())
