from tensorflow import keras

from attacks import Extraction


def build(units):
    return keras.Sequential([keras.layers.Dense(units), keras.layers.Dense(1)])


victim = build(32)
attack = Extraction(victim)
for units in [8, 16, 32]:
    stolen = build(units)
    print(attack.run(stolen))
