// How a tool is called, with its types: in the prompt, and where a program asks about it.

import { renderType } from "@ptc/signature";
import { renderField } from "@ptc/signature/internal";
import type { ToolContract } from "../agent/tool-contract.ts";

/**
 * How a tool is called, such as `(tool/find {:query :string, :limit :int?}) -> [:Row]`, followed by
 * the definitions of the types that it names.
 */
export function callText(name: string, { definitions, parameters, output }: ToolContract): string {
  const args =
    parameters === undefined
      ? " {…}"
      : parameters.length === 0
        ? ""
        : ` {${parameters.map((field) => `:${renderField(field)}`).join(", ")}}`;
  const named = definitions.map(
    ({ name: definition, type, description }) =>
      `\n  :${definition} is ${renderType(type)}${description === undefined ? "" : `: ${oneParagraph(description)}`}`,
  );
  return `(tool/${name}${args})${output === undefined ? "" : ` -> ${renderType(output)}`}${named.join("")}`;
}

/** Descriptions come from schemas, which others may have written: they begin no line. */
function oneParagraph(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}
