"""The peers of Fieldpost's odds that are written in Python, each asked as often as a line comes in.

A line names a question; the answer is a line of JSON: the nanoseconds that one run took, and the chances found, question
by question. `pip install icepool dyce scipy` installs them all; those that are missing are left out.
"""

import json
import sys
import time

ATTACKS, GUARDS, THROUGH = 20, 10, (2, 9)  # 20 rifles, 10 guards, and how many of nine shots fell one


def sixths(needs):
    return 7 - min(max(needs, 1), 7)


def through(accuracy, strength, toughness, save):
    """Of 216 attacks, how many go through."""
    if 2 * toughness <= strength:
        wound = 2
    elif toughness < strength:
        wound = 3
    elif toughness == strength:
        wound = 4
    elif toughness < 2 * strength:
        wound = 5
    else:
        wound = 6
    return sixths(min(accuracy, 6)) * sixths(wound) * (6 - sixths(save))


def icepool_question(icepool):
    downed = (ATTACKS @ icepool.coin(*THROUGH)).clip(0, GUARDS)
    return [downed.probability(n) for n in range(GUARDS + 1)]


def dyce_question(dyce):
    hits = ATTACKS @ dyce.H({0: THROUGH[1] - THROUGH[0], 1: THROUGH[0]})
    counts = [0] * (GUARDS + 1)
    for hit, count in hits.items():
        counts[min(hit, GUARDS)] += count
    return [count / hits.total for count in counts]


def scipy_question(stats):
    law = stats.binom(ATTACKS, THROUGH[0] / THROUGH[1])
    chances = list(law.pmf(range(GUARDS)))
    return chances + [law.sf(GUARDS - 1)]


def icepool_panel(icepool):
    """O2: a chain over HP lost for each of a hundred pairs."""
    found = []
    for i in range(10):
        for j in range(10):
            toughness, save, hp, units = 3 + j % 4, 3 + j % 4, 1 + j % 3, 10 - j % 5
            lost = icepool.Die([0])
            kinds = [(10 - i % 4, through(4 - (i % 3 - 1), 4, toughness, save), 1)]
            if i % 2:
                kinds.append((3, through(4, 7, toughness, save + 2), 2))
            for shots, wounds, damage in kinds:
                die = icepool.Die({0: 216 - wounds, damage: wounds})

                def step(lost, dealt, hp=hp, units=units):
                    return min(lost + dealt, (lost // hp + 1) * hp, hp * units)

                for _ in range(shots):
                    lost = icepool.map(step, lost, die)
            downed = lost.map(lambda it, hp=hp: it // hp)
            found.append([downed.probability(n) for n in range(units + 1)])
    return found


def peers():
    found = {}
    try:
        import icepool

        found["icepool"] = lambda: icepool_question(icepool)
        found["icepool, the panel"] = lambda: icepool_panel(icepool)
    except ImportError:
        pass
    try:
        import dyce

        found["dyce"] = lambda: dyce_question(dyce)
    except ImportError:
        pass
    try:
        from scipy import stats

        found["scipy's binomial"] = lambda: scipy_question(stats)
    except ImportError:
        pass
    return found


def main():
    known = peers()
    print(json.dumps(list(known)), flush=True)
    for line in sys.stdin:
        ask = known[line.rstrip("\n")]
        start = time.perf_counter_ns()
        chances = ask()
        taken = time.perf_counter_ns() - start
        flat = [chance for row in chances for chance in row] if isinstance(chances[0], list) else chances
        print(json.dumps({"ns": taken, "chances": [float(it) for it in flat]}), flush=True)


main()
