# mutations: no-nesting
seen = set()


def read(path):
    rows = []
    with open(path) as lines:
        for line in lines:
            seen.add(line)  # expect: global-accumulation[report]
            rows.append(line.split())
    return rows


while True:
    print(len(read(input())))
