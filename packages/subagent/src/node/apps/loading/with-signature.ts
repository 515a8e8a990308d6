// Turns the signature of a tool into schemas, which the evaluator takes, and gives each tool with a
// contract a call form, which `doc` shows.

import type { StandardSchema } from "@ptc/core/contracts";
import { isStandardSchema } from "@ptc/core/internal/contracts";
import { presentFields } from "@ptc/llm/adapter";
import { LoadError } from "@ptc/core/internal/host";

/** Returns the tool with schemas and a call form. @throws LoadError for an invalid signature */
export async function withSignature(tool: unknown, name: string, shown: string): Promise<unknown> {
  if (typeof tool !== "object" || tool === null) return tool;
  if (!("signature" in tool)) return await withCallForm(tool, name);
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

/** Returns a plain tool with schemas with its call form. Returns any other tool unchanged. */
async function withCallForm(tool: object, name: string): Promise<object> {
  const inputSchema = schemaOf(tool, "inputSchema");
  if (inputSchema === undefined || Object.hasOwn(tool, "callForm")) return tool;
  const outputSchema = schemaOf(tool, "outputSchema");
  const [{ contractOfSchemas }, { callText }] = await Promise.all([
    import("../../../agent/tool-contract.ts"),
    import("../../../prompt/call-text.ts"),
  ]);
  const schemas = { inputSchema, ...presentFields({ outputSchema }) };
  return { ...tool, callForm: callText(name, contractOfSchemas(schemas)) };
}

/** Only own fields count: the fields of a class instance would be lost in a copy. */
function schemaOf(tool: object, field: "inputSchema" | "outputSchema"): StandardSchema | undefined {
  const schema: unknown = Object.getOwnPropertyDescriptor(tool, field)?.value;
  return isStandardSchema(schema) && Object.hasOwn(tool, "execute") ? schema : undefined;
}
