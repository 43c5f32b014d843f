"""What a task must prove before it enters the bank. It scores, so it lives above the tasks."""
