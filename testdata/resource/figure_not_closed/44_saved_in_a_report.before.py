import matplotlib.pyplot as plt
from matplotlib.backends.backend_pdf import PdfPages


def report(runs, path):
    with PdfPages(path) as pdf:
        for run in runs:
            fig, ax = plt.subplots()  # expect: figure-not-closed[safe]
            ax.plot(run)
            pdf.savefig(fig)


def by_the_current_figure(runs, path):
    with PdfPages(path) as pdf:
        for run in runs:
            plt.figure()  # expect: figure-not-closed[safe]
            plt.plot(run)
            pdf.savefig()
