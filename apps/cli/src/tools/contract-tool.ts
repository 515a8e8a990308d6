// A tool with a signature, as agents take it, made into one with schemas, as programs without an
// agent take it.

import type { Tool, Tools } from "@ptc/core/contracts";
import { inputSchema, outputSchema, renderField, renderType, signature } from "@ptc/signature";

/**
 * `given` with the schemas of its signature, and how it is called; unchanged when it has none.
 * @throws Error for a signature that cannot be read
 */
export function contractTool(name: string, given: Tools[string]): Tools[string] {
  if (typeof given === "function" || given.signature === undefined) return given;
  const { signature: text, ...tool } = given as Tool;
  const contract = signature(text ?? "");
  const fields = contract.parameters.map((field) => `:${renderField(field)}`).join(", ");
  const input = fields === "" ? "" : ` {${fields}}`;
  return {
    callForm: `(tool/${name}${input}) -> ${renderType(contract.output)}`,
    ...tool,
    inputSchema: inputSchema(contract),
    outputSchema: outputSchema(contract),
  };
}
