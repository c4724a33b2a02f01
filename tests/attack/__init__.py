"""Attacks on Kibitz: kills, corruptions, odd inputs, and machines that run out of something.

`dev/attack` runs them by hand, for as long as one likes; `test_attack.py` runs a
little of each. A new attack is one function with the decorator `attack` in one
of the modules here (`field.py` says how). Nothing is written outside a folder
that is made for the run and removed after it; where the system has Landlock,
the system itself sees to that.
"""
