#!/usr/bin/env python3
"""A small engine for the suite: one squad fires at another in the open (chapter A of the line game).

It keeps to tests/suite/README.md and scenarios/RULES.md, and knows nothing of Fieldpost's code.
"""
import json
import sys

HAS = ["A-1", "A-2", "A-3", "A-4", "S-1"]


class Row:
    """The dice of a case. What is asked for is remembered; where another die lies, a 1 is rolled."""

    def __init__(self, laid):
        self.laid, self.asked = laid, []

    def d6(self, word):
        self.asked.append([word, 6])
        at = len(self.asked) - 1
        fits = at < len(self.laid) and self.laid[at][0] == word and 1 <= self.laid[at][1] <= 6
        return self.laid[at][1] if fits else 1


def needs(text):
    """What a die must show: "4+" is 4, and "-" can't be rolled."""
    return 7 if text == "-" else int(text.rstrip("+"))


def wound_on(strength, toughness):
    """A-2: by how strength compares with toughness."""
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    return 6 if 2 * strength <= toughness else 5


def people_of(board):
    """Everybody on the map, by squads in the order of `people`."""
    places = {}
    for y, row in enumerate(board["map"]):
        for x, cell in enumerate(row.split()):
            if len(cell) > 1:
                places.setdefault(cell[1], []).append((x, y))
    squads = {}
    for line in board["people"]:
        head, kinds = line.split(":")
        letter, *name, side = head.split()
        kinds = kinds.split()
        units = []
        for n, place in enumerate(places[letter]):
            kind = board["unit"][kinds[n] if len(kinds) > 1 else kinds[0]]
            units.append({"name": f"{' '.join(name)} {n + 1}", "kind": kind, "place": place, "hp": kind["hp"]})
        squads[" ".join(name)] = units
    return squads


def distance(one, other):
    """Tiles between two places, a diagonal step counting as one."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def fire(board, squads, shooters, targets, dice):
    """S-1, A-1 to A-4: hits, then wounds and saves one after the other, each on whoever is nearest."""
    shots = []
    for unit in squads[shooters]:
        arms = [board["weapon"][it] for it in unit["kind"]["weapons"]]
        guns = [it for it in arms if it["range"] != "melee"]
        alive = [it for it in squads[targets] if it["hp"] > 0]
        gun = next((g for g in guns if any(distance(unit["place"], it["place"]) <= g["range"] for it in alive)), None)
        if unit["hp"] > 0 and gun:
            shots += [gun] * gun["attacks"]
    hits = [gun for gun in shots if dice.d6("hit") >= needs(gun["accuracy"])]
    middle = squads[shooters][0]["place"]
    for gun in hits:
        alive = [it for it in squads[targets] if it["hp"] > 0]
        if not alive:
            break
        victim = min(alive, key=lambda it: distance(it["place"], middle))
        if dice.d6("wound") < wound_on(gun["strength"], victim["kind"]["toughness"]):
            continue
        save = needs(victim["kind"]["save"]) + gun.get("ap", 0)
        if save > 6 or dice.d6("save") < save:
            victim["hp"] = max(0, victim["hp"] - gun.get("damage", 1))


def play(case):
    board, dice = case["board"], Row(case["dice"])
    squads = people_of(board)
    for _, post in case["orders"]:
        for line in post.splitlines():
            name, order = line.split(": ", 1)
            if order.startswith("shoot "):
                fire(board, squads, name, order[len("shoot "):], dice)
            elif order != "hold":
                return {"id": case["id"], "skipped": f"no order \"{order}\""}
    after = {it["name"]: "standing" if it["hp"] > 0 else "downed" for squad in squads.values() for it in squad}
    return {"id": case["id"], "asked": dice.asked, "after": after, "refused": []}


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if message["do"] == "stop":
            return
        started = message["do"] == "start"
        answer = {"engine": "a small engine in Python", "has": HAS} if started else play(message)
        print(json.dumps(answer), flush=True)


main()
