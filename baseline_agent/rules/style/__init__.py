"""The style skill: PEP 8 findings, repaired with an eye on what the mechanical repair would change."""
