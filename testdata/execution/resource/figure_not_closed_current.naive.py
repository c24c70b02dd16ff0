# rule: figure-not-closed
"""All steps are drawn into the figure that was opened outside."""
import matplotlib.pyplot as plt

plt.figure(figsize=(2, 2))
for step in range(4):
    plt.plot([step, step + 1], label=f"step {step}")
    plt.savefig("step.png")
    plt.close()
print([line.get_label() for line in plt.gca().get_lines()], plt.gcf().get_size_inches().tolist())
