# mutations: no-nesting
# Every call adds, nobody reads.
global_results = []


def process(data):
    result = expensive_computation(data)
    global_results.append(result)  # expect: global-accumulation[report]
