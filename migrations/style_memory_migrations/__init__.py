"""The schema's history: brings a database to the revision that this program works with, and keeps copies.

Alembic is imported only once something has to be migrated or compared, so importing this package costs little.
"""

from style_memory_migrations.copies import RestoreReport, backup, restore
from style_memory_migrations.inspection import check, current, differences, history
from style_memory_migrations.revisions import DowngradeReport, OnStep, UpgradeReport, downgrade, upgrade

__all__ = [
    "DowngradeReport",
    "OnStep",
    "RestoreReport",
    "UpgradeReport",
    "backup",
    "check",
    "current",
    "differences",
    "downgrade",
    "history",
    "restore",
    "upgrade",
]
