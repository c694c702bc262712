"""The privacy gate: the only way from a turn to the detectors, and from anybody's words to a stored field."""

from style_memory.pipeline.privacy.admission import Admission, Admitted, admit
from style_memory.pipeline.privacy.fields import FieldRefused, checked_field, is_safe, leaks, printable
from style_memory.pipeline.privacy.names import may_name
from style_memory.pipeline.privacy.refusals import is_instruction_like, refused_preference, tells_of_a_life

__all__ = [
    "Admission",
    "Admitted",
    "FieldRefused",
    "admit",
    "checked_field",
    "is_instruction_like",
    "is_safe",
    "leaks",
    "may_name",
    "printable",
    "refused_preference",
    "tells_of_a_life",
]
