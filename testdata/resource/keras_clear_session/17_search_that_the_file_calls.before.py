import keras


def search(widths, x, y):
    for units in widths:
        model = keras.Sequential([keras.layers.Dense(units), keras.layers.Dense(1)])  # expect: keras-clear-session[unsafe]
        model.compile("sgd", "mse")
        model.fit(x, y)
        print(units, model.evaluate(x, y))


def baseline(x, y):
    search([1], x, y)


if __name__ == "__main__":
    baseline(load("x"), load("y"))
    search(range(2, 14), load("x"), load("y"))
