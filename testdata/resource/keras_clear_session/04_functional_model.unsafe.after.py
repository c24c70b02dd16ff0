# Inputs and layers of the iteration.
from tensorflow import keras


class Search:
    def run(self, grid):
        for width in grid:
            keras.backend.clear_session()
            inputs = keras.Input((3,))
            outputs = keras.layers.Dense(width)(inputs)
            model = keras.Model(inputs, outputs)  # expect: keras-clear-session[unsafe]
            model.compile("adam", "mse")
            model.fit(self.x, self.y)
