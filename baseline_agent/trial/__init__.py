"""A measured run of an agent: the plan, the journal, the numbers."""
