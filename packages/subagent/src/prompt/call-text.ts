// Writes the call form of a tool with its types, for the prompt and for programs that ask about it.

import { renderType } from "@ptc/signature";
import { renderField } from "@ptc/signature/internal";
import type { ToolContract } from "../agent/tool-contract.ts";

/**
 * Returns the call form, such as `(tool/find {:query :string, :limit :int?}) -> [:Row]`, followed
 * by the definitions of the types in it.
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

/** Descriptions come from schemas, which may be untrusted, so they must not begin a line. */
function oneParagraph(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}
