import matplotlib.pyplot as plt


def draw(curves):
    for name, curve in curves.items():
        with plt.rc_context({"font.size": 8}):
            fig, ax = plt.subplots()  # expect: figure-not-closed[safe]
            ax.plot(curve)
            fig.savefig(name + ".png")
