"""Baselines: an agent that learns, and the suite in which learners are compared.

    python -m tilerummy.lab.baselines train --out agent.json
    python -m tilerummy.lab.baselines evaluate agent.json

docs/environment.md says how to enter the league table.
"""

try:
    from tilerummy.lab.baselines.agent import Learned
    from tilerummy.lab.baselines.policy import LinearPolicy
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"{missing}; baselines are installed with: pip install 'tilerummy[lab]'",
        name=missing.name,
    ) from None

__all__ = ["Learned", "LinearPolicy"]
