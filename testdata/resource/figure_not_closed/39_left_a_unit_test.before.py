import matplotlib.pyplot as plt
import pytest


@pytest.mark.parametrize("values", [[1], [2]])
def test_plot(tmp_path, values):
    fig, ax = plt.subplots()
    ax.plot(values)
    fig.savefig(tmp_path / "a.png")
