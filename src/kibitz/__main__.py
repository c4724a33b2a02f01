"""`python -m kibitz`."""

import sys

if __name__ == "__main__":
    if sys.version_info < (3, 11):  # noqa: UP036  # it may be started from its source
        sys.exit(f"kibitz: this is Python {sys.version.split()[0]}, and Kibitz needs 3.11 or newer")
    from kibitz.cli.main import run

    run()
