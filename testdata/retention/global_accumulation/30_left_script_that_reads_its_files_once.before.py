seen = set()


def read(path):
    rows = []
    with open(path) as lines:
        for line in lines:
            seen.add(line)
            rows.append(line.split())
    return rows


print(len(read("train.txt")), len(read("test.txt")))
