"""Tasks that a person wrote: one module a task, its sources as data beside it, its cases from small seeded generators."""
