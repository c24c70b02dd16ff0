from tensorflow import keras

history = {}
for units in (16, 32, 64):
    model = keras.Sequential([keras.layers.Dense(units), keras.layers.Dense(1)])
    model.compile("adam", "mse")
    model.fit(x, y)
    history[units] = model  # expect: memory-not-freed[report]
