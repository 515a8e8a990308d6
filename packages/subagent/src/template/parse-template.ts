// Parses the templates of prompts: text with `{{name}}`, `{{user.name}}`, `{{.}}`, sections
// `{{#items}}…{{/items}}`, inverted sections `{{^items}}…{{/items}}` and comments `{{! … }}`. Write
// `\{{` for two braces.

import { shortened } from "@ptc/core/internal/printing";
import { positionAt } from "@ptc/core/internal/source";

export type TemplateNode =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "placeholder"; readonly path: readonly string[]; readonly source: string }
  | {
      readonly type: "section";
      readonly path: readonly string[];
      readonly inverted: boolean;
      readonly body: readonly TemplateNode[];
    };

export type Template = readonly TemplateNode[];

export type ParseTemplateResult =
  | { readonly ok: true; readonly template: Template }
  | { readonly ok: false; readonly message: string };

/** The maximum nesting depth of sections. */
const maximumDepth = 20;

/**
 * Captures the whole content of a tag, which is trimmed afterwards. A pattern that also matched
 * the spaces around the name would try every way to divide them.
 */
const tag = /\\(?=\{\{)|\{\{(?<content>[^{}]*)\}\}|\{\{/gu;
const kinds = "#^/!";
const nameForm = /^(?:\.|[\p{L}_][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_][\p{L}\p{N}_-]*)*)$/u;

interface OpenSection {
  readonly name: string;
  readonly offset: number;
  readonly inverted: boolean;
  readonly body: TemplateNode[];
}

/** Parses a template. The message for a malformed one names the location and says what to write. */
export function parseTemplate(source: string): ParseTemplateResult {
  const root: TemplateNode[] = [];
  const open: OpenSection[] = [];
  const add = (node: TemplateNode): void => void (open.at(-1)?.body ?? root).push(node);
  const wrong = (offset: number, problem: string): ParseTemplateResult => {
    const { line, column } = positionAt(source, offset);
    return {
      ok: false,
      message: `${problem} (line ${String(line)}, column ${String(column)} of the prompt)`,
    };
  };
  let textFrom = 0;
  let isLiteral = false;
  for (const match of source.matchAll(tag)) {
    if (isLiteral) {
      // Braces after a backslash are text.
      isLiteral = false;
      continue;
    }
    if (match.index > textFrom) add({ type: "text", text: source.slice(textFrom, match.index) });
    textFrom = match.index + match[0].length;
    if (match[0] === "\\") {
      isLiteral = true;
      continue;
    }
    const content = match.groups?.["content"];
    if (content === undefined)
      return wrong(
        match.index,
        "{{ is not closed: write {{name}}, or \\{{ for the braces themselves",
      );
    const first = content.charAt(0);
    const kind = first !== "" && kinds.includes(first) ? first : "";
    const name = content.slice(kind.length).trim();
    if (kind === "!") continue;
    if (!nameForm.test(name))
      return wrong(
        match.index,
        `{{${shown(name)}}} is not a placeholder: write {{name}} or {{user.name}}, or \\{{ for the braces themselves`,
      );
    if (kind === "/") {
      const section = open.pop();
      if (section === undefined) return wrong(match.index, `{{/${shown(name)}}} closes no section`);
      if (section.name !== name)
        return wrong(
          match.index,
          `{{/${shown(name)}}} closes the section ${shown(section.name)}: write {{/${shown(section.name)}}}`,
        );
      add({
        type: "section",
        path: pathOf(section.name),
        inverted: section.inverted,
        body: section.body,
      });
    } else if (kind === "") {
      add({ type: "placeholder", path: pathOf(name), source: name });
    } else {
      if (open.length >= maximumDepth)
        return wrong(
          match.index,
          `sections are nested more than ${String(maximumDepth)} levels deep`,
        );
      open.push({ name, offset: match.index, inverted: kind === "^", body: [] });
    }
  }
  if (textFrom < source.length) add({ type: "text", text: source.slice(textFrom) });
  const unclosed = open.at(-1);
  if (unclosed !== undefined)
    return wrong(
      unclosed.offset,
      `the section ${shown(unclosed.name)} is not closed: write {{/${shown(unclosed.name)}}}`,
    );
  return { ok: true, template: root };
}

/**
 * Returns the names that a context must have because they are used outside of sections, each once:
 * `user` for `{{user.name}}`.
 */
export function requiredNames(template: Template): string[] {
  return [
    ...new Set(
      template.flatMap((node) =>
        node.type === "placeholder" && node.path[0] !== undefined ? [node.path[0]] : [],
      ),
    ),
  ];
}

/**
 * Returns the first names of the paths in a template that must come from the context. Names inside
 * a section may be fields of its elements.
 */
export function namesIn(template: Template): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of template)
    if (node.type !== "text" && node.path[0] !== undefined) names.add(node.path[0]);
  return names;
}

/** Returns the path of a name. The path of `{{.}}` is empty and means the current element. */
function pathOf(name: string): string[] {
  return name === "." ? [] : name.split(".");
}

function shown(name: string): string {
  return shortened(name, 40);
}
