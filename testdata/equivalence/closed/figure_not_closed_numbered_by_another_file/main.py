import matplotlib.pyplot as plt

from plots import save_plot

for i in range(3):
    save_plot(i)
fig = plt.figure()
print(fig.number)
