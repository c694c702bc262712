"""Everything that Style Memory raises.

StyleMemoryError
├── OwnerError
│   ├── OwnerMissing
│   └── OwnerInvalid
├── RequestInvalid
├── SettingInvalid
├── DictionaryInvalid
├── ImportInvalid
└── StorageError
    ├── DatabaseUnavailable
    ├── DatabaseDamaged
    ├── DatabaseNewer
    ├── DatabaseUnsupported
    └── BackupInvalid

The docstring of a class is its message where none is given. Messages are one sentence, say what to do, and never hold
text that an owner wrote.
"""

from __future__ import annotations


class StyleMemoryError(Exception):
    """Style Memory could not do what was asked."""

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or (type(self).__doc__ or "").strip())


class OwnerError(StyleMemoryError):
    """The owner is missing or not acceptable."""


class OwnerMissing(OwnerError):
    """No owner was given: name whose style this is, since there is never a shared default."""


class OwnerInvalid(OwnerError):
    """An owner id has 1 to 200 characters in NFC form, without control, format or surrounding space characters."""


class RequestInvalid(StyleMemoryError):
    """An argument is unknown, missing or of the wrong type."""


class SettingInvalid(StyleMemoryError):
    """A setting has a value outside its accepted range."""


class DictionaryInvalid(StyleMemoryError):
    """A dictionary file does not follow the documented format."""


class ImportInvalid(StyleMemoryError):
    """The document is not an export of Style Memory."""


class StorageError(StyleMemoryError):
    """The database could not be used."""


class DatabaseUnavailable(StorageError):
    """The database can't be reached or written: check its place, its permissions and the free space."""


class DatabaseDamaged(StorageError):
    """The database file is damaged and was left as it is: restore a backup with `style-memory db restore FILE`."""


class DatabaseNewer(StorageError):
    """The database is newer than this program: install the version of Style Memory that wrote it, or a later one."""


class DatabaseUnsupported(StorageError):
    """This kind of database is not supported: use a SQLite URL such as sqlite:///style.db."""


class BackupInvalid(StorageError):
    """The file is damaged or holds no tables of Style Memory, and nothing was changed: name another backup."""
