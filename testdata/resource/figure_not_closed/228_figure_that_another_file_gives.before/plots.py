import matplotlib.pyplot as plt


def picture(values, title):
    fig = plt.figure()
    fig.gca().plot(values)
    fig.suptitle(title)
    return fig
