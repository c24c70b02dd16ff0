# The model of one iteration is kept by an expression that chooses.
import keras


def first_and_best(grid, x, y):
    first = None
    for units in grid:
        model = keras.Sequential([keras.layers.Dense(units), keras.layers.Dense(1)])
        model.compile("adam", "mse")
        model.fit(x, y)
        first = model if first is None else first
    return first.predict(x)


def any_of_them(grid, x, y):
    kept = None
    for units in grid:
        model = keras.Sequential([keras.layers.Dense(units)])
        model.fit(x, y)
        kept = kept or model
    return kept.predict(x)
