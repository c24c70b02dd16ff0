# A list of the caller, and one that is cleared when all is done.
def process(data, results_list):
    result = expensive_computation(data)
    results_list.append(result)
    return result


global_results = []


def process_all(batches):
    for data in batches:
        global_results.append(expensive_computation(data))


process_all(batches)
global_results.clear()
