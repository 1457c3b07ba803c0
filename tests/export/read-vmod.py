"""Reads a module for VASSAL with pywargame (Python 3.12) and prints what is in it.

    python3.12 -m venv env && env/bin/pip install pywargame && env/bin/python read-vmod.py FILE.vmod
"""

import json
import sys
from zipfile import ZipFile
from xml.dom.minidom import parseString

from pywargame.vassal.buildfile import BuildFile
from pywargame.vassal.moduledata import ModuleData


def main(path):
    with ZipFile(path) as module:
        assert module.testzip() is None, "a file of the archive is damaged"
        names = set(module.namelist())
        build = BuildFile(parseString(module.read("buildFile.xml")))
        ModuleData(parseString(module.read("moduledata")))
    game = build.getGame()
    tags = parseString(build.encode())
    count = lambda tag: len(tags.getElementsByTagName(tag))
    images = {
        node.getAttribute(key)
        for node in tags.getElementsByTagName("*")
        for key in ("image", "fileName")
        if node.getAttribute(key)
    }
    slots = game.getPieces(asdict=False) or []
    for slot in slots:
        traits = slot.getTraits()
        assert traits[-1].ID == "piece", "the last trait of a piece is its base"
        for trait in traits:
            if trait.ID == "emb2":
                images.update(trait.getImages())
            if trait.ID == "piece":
                images.add(trait["filename"])
    missing = sorted(image for image in images if f"images/{image}" not in names)
    assert not missing, f"pictures that are not in the module: {missing}"
    print(json.dumps({
        "name": game["name"],
        "version": game["version"],
        "counters": count("VASSAL.build.widget.PieceSlot"),
        "with_reverse": sum(any(t.ID == "emb2" for t in s.getTraits()) for s in slots),
        "cards": count("VASSAL.build.widget.CardSlot"),
        "decks": count("VASSAL.build.module.map.DrawPile"),
        "boards": count("VASSAL.build.module.map.boardPicker.Board"),
        "charts": count("VASSAL.build.widget.Chart"),
        "turn_tracks": count("VASSAL.build.module.turn.TurnTracker"),
    }, indent=1))


main(sys.argv[1])
