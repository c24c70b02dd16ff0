# The model is built in the inner loop.
import keras

for rate in (0.1, 0.01):
    for units in (8, 16):
        model = keras.models.Sequential([keras.layers.Dense(units)])  # expect: keras-clear-session[unsafe]
        model.compile(keras.optimizers.Adam(rate), "mse")
        model.fit(x, y)
        model.save(f"{rate}-{units}.h5")
