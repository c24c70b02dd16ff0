import matplotlib.pyplot as plt
from parts_1 import Plotter
def draw(p):
    for i in range(3):
        fig = plt.figure()
        fig.gca().plot([1, i])
        fig.savefig(f'step_{i}.png')
    p.finish()
draw(Plotter())
