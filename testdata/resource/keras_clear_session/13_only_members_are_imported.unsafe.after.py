# An import is added.
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential
import tensorflow as tf

for units in grid:
    tf.keras.backend.clear_session()
    model = Sequential([Dense(units)])  # expect: keras-clear-session[unsafe]
    model.compile("adam", "mse")
    model.fit(x, y)
