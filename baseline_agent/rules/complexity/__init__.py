"""The complexity skill: functions over the limit are taken apart into functions under it."""
