# An import is added.
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential

for units in grid:
    model = Sequential([Dense(units)])  # expect: keras-clear-session[unsafe]
    model.compile("adam", "mse")
    model.fit(x, y)
