import matplotlib.pyplot as plt
from parts_14 import Encoder, features_of, draw_losses
for i in range(3):
    draw_losses(i)
print(plt.get_fignums())
