from matplotlib.pyplot import close, figure, plot, savefig

for step in range(100):
    figure(figsize=(3, 3))  # expect: figure-not-closed[safe]
    plot(curve(step))
    savefig("%d.png" % step)
