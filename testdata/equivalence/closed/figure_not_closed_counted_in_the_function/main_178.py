from parts_178 import *
for i in range(3):
    plot_step(i)
