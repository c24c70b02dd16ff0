import matplotlib.pyplot as plt


def by_all(runs):
    for run in runs:
        plt.figure()
        plt.plot(run)
        plt.savefig("a.png")
        plt.close("all")


def at_the_top(runs):
    for run in runs:
        plt.close()
        plt.figure()
        plt.plot(run)
        plt.savefig("a.png")


def finish(path):
    plt.savefig(path)
    plt.close()


def by_a_helper(runs):
    for run in runs:
        fig, ax = plt.subplots()
        ax.plot(run)
        finish("a.png")


def save_and_close(fig, path):
    fig.savefig(path)
    plt.close(fig)


def by_a_helper_that_is_given_it(runs):
    for run in runs:
        fig, ax = plt.subplots()
        ax.plot(run)
        fig.savefig("b.png")
        save_and_close(fig, "a.png")


def picture(run):
    plt.figure()
    plt.plot(run)
    plt.savefig("a.png")


def by_the_caller(runs):
    for run in runs:
        picture(run)
        plt.close()


def in_a_finally(runs):
    for run in runs:
        fig, ax = plt.subplots()
        try:
            ax.plot(run)
            fig.savefig("a.png")
        finally:
            plt.close(fig)
