# rule: figure-not-closed
# level: safe
# measure: figures
# leak: growth
# output: same
"""A helper that saves a picture, called in a loop; pyplot's current figure has no name."""
import os

import matplotlib.pyplot as plt


def save_curve(values, path):
    plt.figure(figsize=(2, 2))
    plt.plot(values)
    plt.xlabel("step")
    plt.savefig(path)


def main():
    for run in range(10):
        path = f"run_{run}.png"
        save_curve([run * step for step in range(5)], path)
        print(path, os.path.getsize(path))
        # sample


main()
