"""Baselines: an agent that learns, and the suite in which learners are compared.

    python -m tilerummy.lab.baselines train --out agent.json
    python -m tilerummy.lab.baselines evaluate agent.json

docs/environment.md tells how to enter the league table.
"""

from tilerummy.lab.baselines.agent import Learned
from tilerummy.lab.baselines.policy import LinearPolicy

__all__ = ["Learned", "LinearPolicy"]
