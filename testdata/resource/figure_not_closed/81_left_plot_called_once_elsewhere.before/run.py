import numpy as np

from plots import plot_study


def main():
    rows = [np.loadtxt(f"{size}.txt") for size in range(10)]
    plot_study(rows)


if __name__ == "__main__":
    main()
