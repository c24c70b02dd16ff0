from tensorflow import keras


def block(x, units):
    branch = keras.Sequential()
    branch.add(keras.layers.Dense(units))
    return keras.layers.add([branch(x), x])


def network(x, depth):
    for _ in range(depth):
        x = block(x, 8)
    return x
