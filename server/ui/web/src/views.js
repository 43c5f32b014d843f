// Which view is shown: said in the address, in the navigation and by an attribute that the style sheet reads.
const FIRST = "watch";
const query = (name) => new URLSearchParams(window.location.search).get(name) || "";

export const asked = () => query("episode");
export const shared = () => query("replay");
export const against = () => query("against");

const known = (view) => document.querySelector(`#cre-nav a[data-view="${CSS.escape(view)}"]`) !== null;
const wanted = () => query("view") || (asked() ? "play" : shared() ? "replay" : FIRST);

// A Space is shown inside a frame; its host copies the query into the address that the visitor sees.
export const put = (name, value, push = false) => {
  const url = new URL(window.location.href);
  if ((url.searchParams.get(name) || "") === value) return;
  if (value) url.searchParams.set(name, value);
  else url.searchParams.delete(name);
  window.history[push ? "pushState" : "replaceState"](null, "", url);
  if (window.parent !== window) window.parent.postMessage({ queryString: url.search }, "https://huggingface.co");
};

export const show = (view = wanted()) => {
  const shown = known(view) ? view : FIRST;
  document.documentElement.dataset.view = shown;
  document.querySelectorAll("#cre-nav a").forEach((link) => {
    if (link.dataset.view === shown) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  });
};

export const follow = (event) => {
  const link = event.target.closest && event.target.closest("a[data-view]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  put("view", link.dataset.view, true);
  show(link.dataset.view);
  window.scrollTo(0, 0);
};
