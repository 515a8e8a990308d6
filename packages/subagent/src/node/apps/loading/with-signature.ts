// Turns the signature of a tool into schemas and a call form, which the evaluator takes.

import { LoadError } from "@ptc/core/internal/host";

/** Returns the tool with schemas. @throws LoadError for an invalid signature */
export async function withSignature(tool: unknown, name: string, shown: string): Promise<unknown> {
  if (typeof tool !== "object" || tool === null || !("signature" in tool)) return tool;
  const { signature: text, ...rest } = tool;
  if (typeof text !== "string") return tool;
  const { inputSchema, parseSignature, renderType } = await import("@ptc/signature");
  const { outputSchemaAs, renderField } = await import("@ptc/signature/internal");
  const parsed = parseSignature(text);
  if (!parsed.ok) throw new LoadError(`${shown}: signature of ${name}: ${parsed.error.message}`);
  const { parameters, output } = parsed.signature;
  const fields = parameters.map((field) => `:${renderField(field)}`).join(", ");
  return {
    callForm: `(tool/${name}${fields === "" ? "" : ` {${fields}}`}) -> ${renderType(output)}`,
    inputSchema: inputSchema(parsed.signature),
    outputSchema: outputSchemaAs(parsed.signature, { takesBigints: true }),
    ...rest,
  };
}
