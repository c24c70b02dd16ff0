from imported import checkpoint

print(checkpoint["epoch"])
