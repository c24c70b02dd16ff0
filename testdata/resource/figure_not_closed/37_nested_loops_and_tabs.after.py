import matplotlib.pyplot as plt

for fold in range(5):
	plt.figure()  # expect: figure-not-closed[safe]
	for name, curve in curves(fold):
		plt.subplot(2, 2, 1)
		plt.plot(curve, label=name)
	plt.legend(); plt.savefig(f"{fold}.png")
	plt.close()
