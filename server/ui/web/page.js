// What Gradio's widgets cannot do: the episode in the address bar, the submit key, names for assistive technology.
window.cre = (() => {
  const EDITOR = "Python file to repair";
  const asked = () => new URLSearchParams(window.location.search).get("episode") || "";

  let task = "";

  // Another file begins at its first line, wherever the last one was left.
  const turn = () => {
    const brief = document.querySelector("#cre-brief h2");
    const scroller = document.querySelector("#cre-editor .cm-scroller");
    if (brief && scroller && brief.textContent !== task) scroller.scrollTo(0, 0);
    task = brief ? brief.textContent : "";
  };

  const keep = (id) => {
    turn();
    if (!id || asked() === id) return;
    const url = new URL(window.location.href);
    url.searchParams.set("episode", id);
    window.history.replaceState(null, "", url);
    // A Space is shown inside a frame; its host copies the query into the address that the visitor sees.
    if (window.parent !== window) window.parent.postMessage({ queryString: url.search }, "https://huggingface.co");
  };

  const submit = (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    const button = document.querySelector("#cre-submit");
    if (button && !button.disabled) button.click();
  };

  const name = () => {
    const spoken = document.querySelector("#cre-spoken");
    if (spoken && !spoken.hasAttribute("aria-live")) {
      spoken.setAttribute("role", "status");
      spoken.setAttribute("aria-live", "polite");
    }
    const editor = document.querySelector("#cre-editor .cm-content");
    if (editor && editor.getAttribute("aria-label") !== EDITOR) {
      editor.setAttribute("aria-label", EDITOR);
      editor.setAttribute("tabindex", "0");
    }
  };

  // Captured before the editor, which would insert a line.
  document.addEventListener("keydown", submit, true);
  new MutationObserver(name).observe(document.documentElement, { childList: true, subtree: true });
  return { asked, keep };
})();
