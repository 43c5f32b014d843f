"""Looks that Gradio's own widgets need. Fonts are the visitor's own, so that no other host is asked for any."""

import gradio as gr


def theme() -> gr.themes.Base:
    """Neutral, with fonts of the system."""
    return gr.themes.Base(
        primary_hue=gr.themes.colors.blue,
        neutral_hue=gr.themes.colors.slate,
        radius_size=gr.themes.sizes.radius_lg,
        font=["system-ui", "sans-serif"],
        font_mono=["ui-monospace", "monospace"],
    )
