# Reported at https://github.com/mokemokechicken/reversi-alpha-zero/pull/31
# Self-play loads the newest model again and again.
import time

from tensorflow.keras.models import load_model


def evaluate_forever(folder, play):
    while True:
        model = load_model(folder / "next_generation.h5")  # expect: keras-clear-session[unsafe]
        wins = play(model)
        print("wins", wins)
        time.sleep(10)
