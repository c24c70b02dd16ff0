# The same names elsewhere.
import keras_like as keras
from torch import nn

for units in grid:
    model = keras.Sequential([keras.layers.Dense(units)])
    other = nn.Sequential(nn.Linear(units, 1))
    model.fit(x, y)
