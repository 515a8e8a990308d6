// A tool whose contract is a signature, as tools of agents have it: the evaluator
// takes schemas, and how the tool is called.

import { UsageError } from "../terminal/usage-error.ts";

/** @throws UsageError for a signature that cannot be read */
export async function withSignature(tool: unknown, name: string, shown: string): Promise<unknown> {
  if (typeof tool !== "object" || tool === null || !("signature" in tool)) return tool;
  const { signature: text, ...rest } = tool;
  if (typeof text !== "string") return tool;
  const { inputSchema, outputSchema, parseSignature, renderType } = await import("@ptc/signature");
  const { renderField } = await import("@ptc/signature/internal");
  const parsed = parseSignature(text);
  if (!parsed.ok)
    throw new UsageError(`${shown}: the signature of ${name}: ${parsed.error.message}`);
  const { parameters, output } = parsed.signature;
  const fields = parameters.map((field) => `:${renderField(field)}`).join(", ");
  return {
    callForm: `(tool/${name}${fields === "" ? "" : ` {${fields}}`}) -> ${renderType(output)}`,
    inputSchema: inputSchema(parsed.signature),
    outputSchema: outputSchema(parsed.signature),
    ...rest,
  };
}
