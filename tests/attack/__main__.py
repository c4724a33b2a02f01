"""`python -m tests.attack`, or `dev/attack`: attack Kibitz and count what happens.

    dev/attack                              the goal on the books: hours
    dev/attack --quick                      a minute or two, as CI does
    dev/attack --only kill_solving --kills 100 --seed 7
    dev/attack --only odd_values --seed 7 --round 12 --inputs 1      one round again

Ends with 1 if anything was lost, believed, left behind or ended in a traceback.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from pathlib import Path

from tests.attack.field import EFFORTS, load_attacks
from tests.attack.runner import run_attacks, summary

GOALS = {
    "kills": 1000,
    "corruptions": 10_000,
    "inputs": 1_000_000,
    "limits": 100,
    "exits": 1000,
    "races": 500,
}
QUICK = {"kills": 10, "corruptions": 300, "inputs": 10_000, "limits": 10, "exits": 10, "races": 10}


def main() -> int:
    """Parse the words, attack, and say what happened."""
    attacks = load_attacks()
    parser = argparse.ArgumentParser(prog="dev/attack", description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a minute or two")
    for effort in EFFORTS:
        parser.add_argument(f"--{effort}", type=int, help=f"how many (usually {GOALS[effort]:,})")
    parser.add_argument("--seed", type=int, help="any other attacks than last time if not given")
    parser.add_argument("--round", type=int, default=0, help="the first round of each attack")
    parser.add_argument("--only", action="append", metavar="NAME", help="this attack; may be given again")
    parser.add_argument("--workers", type=int, default=2, help="attacks at a time")
    parser.add_argument("--findings", type=Path, help="a file for everything that was found")
    parser.add_argument("--list", action="store_true", help="say what attacks there are")
    args = parser.parse_args()
    if args.list:
        for one in attacks.values():
            about = (one.round.__doc__ or "").partition("\n")[0]
            print(f"{one.name} ({one.effort}): {about}")
        return 0
    chosen = [attacks[name] for name in args.only] if args.only else list(attacks.values())
    usual = QUICK if args.quick else GOALS
    goals = {
        effort: usual[effort] if getattr(args, effort) is None else getattr(args, effort)
        for effort in EFFORTS
    }
    seed = secrets.randbelow(10**6) if args.seed is None else args.seed
    print(f"seed {seed}, goals {goals}", flush=True)

    def say(text: str) -> None:
        print(text, flush=True)

    chosen = [one for one in chosen if goals[one.effort]]
    total = run_attacks(chosen, goals, seed, workers=args.workers, first=args.round, say=say)
    for found in total.findings[:50]:
        print(found)
    if args.findings:
        args.findings.write_text("\n\n".join(total.findings), encoding="utf-8")
    if not total.walled:
        print("note: this system has no wall that keeps attacks to their folder")
    print(json.dumps(summary(total)))
    return 1 if total.faults else 0


if __name__ == "__main__":
    sys.exit(main())
