# Reported at https://github.com/chemprop/chemprop/issues/32
# Main memory grows with each prediction: a table of all molecules seen, switched on by
# default.
import torch

SMILES_TO_GRAPH = {}
CACHE_GRAPH = True


def mol2graph(mols, build):
    graphs = []
    for mol in mols:
        if mol in SMILES_TO_GRAPH:
            graph = SMILES_TO_GRAPH[mol]
        else:
            graph = build(mol)
            if CACHE_GRAPH:
                SMILES_TO_GRAPH[mol] = graph  # missed: global-accumulation[report] - the table is read: a cache, which the rule leaves alone
        graphs.append(graph)
    return torch.utils.data.default_collate(graphs)
