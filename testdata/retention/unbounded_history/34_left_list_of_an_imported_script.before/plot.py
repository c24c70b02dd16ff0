import train

print(len(train.weights))
