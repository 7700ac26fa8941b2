"""Word error rate."""


def word_errors(pairs: list[tuple[str, str]]) -> float:
    """Words to insert, delete or replace over (reference, hypothesis) pairs, as a share of the reference words."""
    errors = sum(distance(reference.split(), hypothesis.split()) for reference, hypothesis in pairs)
    return errors / sum(len(reference.split()) for reference, _ in pairs)


def distance(reference: list[str], hypothesis: list[str]) -> int:
    """The fewest insertions, deletions and replacements that turn one list into the other."""
    row = list(range(len(hypothesis) + 1))
    for i, word in enumerate(reference, 1):
        previous, row[0] = row[0], i
        for j, other in enumerate(hypothesis, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (word != other))
    return row[-1]
