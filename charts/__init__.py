"""Charts as SVG text: shapes, axes, and the few kinds of plot that reports need."""
