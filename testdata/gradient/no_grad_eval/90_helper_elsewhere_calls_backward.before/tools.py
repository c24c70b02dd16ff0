def sharpen(output):
    output.sum().backward()
    return output
