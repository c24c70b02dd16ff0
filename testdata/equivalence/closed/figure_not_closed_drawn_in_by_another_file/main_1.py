import matplotlib.pyplot as plt
from parts_1 import save_plot

for i in range(3):
    save_plot(i)
plt.gcf().savefig('last.png')
