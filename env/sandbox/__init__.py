"""Runs untrusted programs and reports what they did."""
