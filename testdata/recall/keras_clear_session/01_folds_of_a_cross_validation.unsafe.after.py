# Reported at https://github.com/keras-team/keras/issues/2689
# GPU memory rises from fold to fold; del and garbage collection do not help.
from keras.layers import LSTM, Dense, Embedding
from keras.models import Sequential
import keras

DH = 200
N_WORDS = 100000

for i in range(10):
    keras.backend.clear_session()
    print("ITERATION {}".format(i))
    model = Sequential()  # expect: keras-clear-session[unsafe]
    model.add(Embedding(N_WORDS, DH))
    model.add(LSTM(DH))
    model.add(Dense(10, activation="sigmoid"))
    model.compile(loss="binary_crossentropy", optimizer="rmsprop")
    model.fit(x[i], y[i], batch_size=128, epochs=1)
    score = model.evaluate(x_test, y_test)
    print(score)
