// A run as a film: one frame a step, with a scrubber, arrow keys, speed and pause. Bars move from frame to frame.
const quiet = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

const BASE_MS = 3600;

const glide = (from, to) => {
  if (!from || quiet()) return;
  const olds = from.querySelectorAll(".cre-track i");
  to.querySelectorAll(".cre-track i").forEach((bar, at) => {
    const old = olds[at];
    const style = bar.getAttribute("style");
    if (!old) return;
    bar.setAttribute("style", old.getAttribute("style"));
    bar.getBoundingClientRect();
    bar.setAttribute("style", style);
  });
};

const begin = (root) => {
  const frames = [...root.querySelectorAll(".cre-frame")];
  const scrub = root.querySelector("[data-role=scrub]");
  const toggle = root.querySelector("[data-role=toggle]");
  const speed = root.querySelector("[data-role=speed]");
  const told = root.querySelector("[data-role=told]");
  let at = 0;
  let timer = 0;

  const show = (next) => {
    const from = frames[at];
    at = Math.min(Math.max(next, 0), frames.length - 1);
    frames.forEach((frame, place) => { frame.hidden = place !== at; });
    if (from !== frames[at]) glide(from, frames[at]);
    scrub.value = String(at);
    told.textContent = `${at} of ${frames.length - 1}`;
    scrub.setAttribute("aria-valuetext", frames[at].dataset.told || told.textContent);
  };
  const visible = () => root.offsetParent !== null && !document.hidden;
  const tick = () => { if (visible()) show((at + 1) % frames.length); };
  const play = (on) => {
    window.clearInterval(timer);
    timer = on ? window.setInterval(tick, BASE_MS / Number(speed.value)) : 0;
    toggle.textContent = on ? "Pause" : "Play";
  };
  const step = (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -frames.length, End: frames.length }[event.key];
    if (by === undefined || event.target.tagName === "SELECT") return;
    event.preventDefault();
    play(false);
    show(at + by);
  };

  scrub.addEventListener("input", () => { play(false); show(Number(scrub.value)); });
  toggle.addEventListener("click", () => play(!timer));
  speed.addEventListener("change", () => play(Boolean(timer)));
  root.addEventListener("keydown", step);
  show(root.dataset.loop === "yes" ? 0 : frames.length - 1);
  play(root.dataset.loop === "yes" && !quiet());
};

export const films = () => {
  document.querySelectorAll(".cre-film:not([data-begun])").forEach((root) => {
    root.dataset.begun = "yes";
    begin(root);
  });
};
