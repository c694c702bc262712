"""Opening files of which anything may have been made in the meantime."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

# Opening a pipe would wait for its other end. Windows has neither.
_AT_ONCE = getattr(os, "O_NONBLOCK", 0)


def opened(path: Path, flags: int) -> int:
    """The descriptor of a file, which is made for this user alone where `flags` make one.

    Raises:
        OSError: It can't be opened, or is no regular file.
    """
    descriptor = os.open(path, flags | _AT_ONCE, 0o600)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    return descriptor
