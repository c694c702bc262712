"""From a turn to evidence, and from items to a brief: functions over values, no input or output."""
