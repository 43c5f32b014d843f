// The editor: Python, lint marks from the server's findings, the difference to the original, light and dark.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { HighlightStyle, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { unifiedMergeView } from "@codemirror/merge";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const LABEL = "Python file to repair";

// Colours are variables of the page's style sheet, so that both themes are said in one place.
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--cre-code-keyword)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--cre-code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--cre-code-number)" },
  { tag: tags.comment, color: "var(--cre-soft)", fontStyle: "italic" },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.className], color: "var(--cre-code-name)" },
]);

const compared = new Compartment();

const extensions = [
  lineNumbers(),
  highlightActiveLineGutter(),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  indentOnInput(),
  indentUnit.of("    "),
  bracketMatching(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  lintGutter(),
  python(),
  syntaxHighlighting(colours),
  compared.of([]),
  EditorView.contentAttributes.of({ "aria-label": LABEL, tabindex: "0", spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
  keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, indentWithTab]),
];

// A finding (1-based row, column in code points) as a range of the document; one of another text is left out.
const placed = (doc, one) => {
  if (one.row < 1 || one.row > doc.lines) return null;
  const line = doc.line(one.row);
  const before = Array.from(line.text).slice(0, Math.max(0, one.column - 1)).join("").length;
  const from = Math.min(line.from + before, line.to);
  const word = /^\w+/.exec(line.text.slice(before));
  const to = Math.min(line.to, from + (word ? word[0].length : 1));
  return { from, to, severity: one.unfixable ? "info" : "warning", source: one.rule, message: one.message };
};

export const editor = (parent) => {
  let original = "";
  let comparing = false;
  const view = new EditorView({ parent, state: EditorState.create({ doc: "", extensions }) });

  const text = () => view.state.doc.toString();
  const replace = (code) => {
    view.setState(EditorState.create({ doc: code, extensions }));
    compare(comparing);
    view.scrollDOM.scrollTo(0, 0);
  };
  const compare = (on) => {
    comparing = on;
    const merged = unifiedMergeView({ original, mergeControls: false, gutter: true });
    view.dispatch({ effects: compared.reconfigure(on ? merged : []) });
  };
  const mark = (findings) => {
    const found = findings.map((one) => placed(view.state.doc, one)).filter(Boolean);
    view.dispatch(setDiagnostics(view.state, found.sort((a, b) => a.from - b.from)));
  };
  const show = (file) => {
    original = file.original;
    if (file.text !== null) replace(file.text);
    else compare(comparing);
    mark(file.findings);
  };
  const go = (row) => {
    const line = view.state.doc.line(Math.min(Math.max(row, 1), view.state.doc.lines));
    view.dispatch({ selection: { anchor: line.from }, effects: EditorView.scrollIntoView(line.from, { y: "center" }) });
    view.focus();
  };
  const reset = () => replace(original);
  return { text, show, reset, go, compare, comparing: () => comparing };
};
