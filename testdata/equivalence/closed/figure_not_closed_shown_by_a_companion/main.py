import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt

import drawing
import listing

for step in range(2):
    drawing.draw([1, step])
    print(listing.count())
