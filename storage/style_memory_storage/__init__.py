"""The SQLAlchemy store of Style Memory: SQLite embedded today, one implementation for every database.

`Database` finds, opens and describes a database; `SqlStore` is the port that the core uses; `tables` is the schema that
the migrations build.
"""

from style_memory_storage.database import Database, SchemaState
from style_memory_storage.store import SqlStore

__all__ = ["Database", "SchemaState", "SqlStore"]
