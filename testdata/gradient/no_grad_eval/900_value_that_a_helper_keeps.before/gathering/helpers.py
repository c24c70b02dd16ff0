def gather(parts, value):
    parts.append(value)
