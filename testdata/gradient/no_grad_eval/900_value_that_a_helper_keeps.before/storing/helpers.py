def store(kept, value):
    kept["last"] = value
