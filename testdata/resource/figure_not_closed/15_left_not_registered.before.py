from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure


def draw(runs):
    for run in runs:
        fig = Figure()
        FigureCanvasAgg(fig)
        fig.add_subplot().plot(run)
        fig.savefig("a.png")
