// What Gradio's widgets cannot do: our editor, the views, the episode in the address bar, keys, theme.
import { editor } from "./editor.js";
import { films } from "./film.js";
import { against, asked, follow, put, shared, show } from "./views.js";

let file = null;
let applied = "";
let waiting = "";

const theme = (dark) => {
  document.body.classList.toggle("dark", dark);
  try {
    window.localStorage.setItem("cre-dark", dark ? "yes" : "no");
  } catch {
    return; // storage is closed to a page in another site's frame; the choice then lasts as long as the page
  }
};

const remembered = () => {
  try {
    return window.localStorage.getItem("cre-dark");
  } catch {
    return null;
  }
};

const apply = (told) => {
  if (!told || told === applied) return;
  if (!file) {
    waiting = told;
    return;
  }
  applied = told;
  file.show(JSON.parse(told));
};

const keep = (id, told) => {
  apply(told);
  if (id) put("episode", id);
};

// Gradio draws its parts when it likes; whatever has come is taken up.
const adopt = () => {
  const host = document.querySelector("#cre-editor .cre-host");
  if (host && !host.firstChild) {
    file = editor(host);
    apply(waiting);
  }
  const spoken = document.querySelector("#cre-spoken");
  if (spoken && !spoken.hasAttribute("aria-live")) {
    spoken.setAttribute("role", "status");
    spoken.setAttribute("aria-live", "polite");
  }
  const nav = document.querySelector("#cre-nav a");
  if (nav && !document.documentElement.dataset.view) {
    show();
    const chosen = remembered();
    if (chosen !== null) theme(chosen === "yes");
  }
  films();
};

const copy = async (button) => {
  await window.navigator.clipboard.writeText(button.parentElement.querySelector("code").textContent);
  button.textContent = "Copied";
};

const click = (event) => {
  follow(event);
  const button = event.target.closest && event.target.closest("[data-act]");
  if (!button) return;
  const acts = {
    theme: () => theme(!document.body.classList.contains("dark")),
    original: () => file && file.reset(),
    compare: () => {
      file.compare(!file.comparing());
      button.setAttribute("aria-pressed", String(file.comparing()));
    },
    line: () => file.go(Number(button.dataset.row)),
    copy: () => copy(button),
  };
  acts[button.dataset.act]();
};

const key = (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  if (document.documentElement.dataset.view !== "play") return;
  event.preventDefault();
  event.stopPropagation();
  const button = document.querySelector("#cre-submit");
  if (button && !button.disabled) button.click();
};

document.addEventListener("click", click);
document.addEventListener("keydown", key, true); // before the editor, which would insert a line
window.addEventListener("popstate", () => show());
new MutationObserver(adopt).observe(document.documentElement, { childList: true, subtree: true });
adopt();

window.cre = { against, asked, shared, keep, put, show, text: () => (file ? file.text() : "") };
