// How zod is asked for a JSON Schema, without importing zod. It is the same for a schema passed as
// zod's own (`@ptc/signature/zod`) and for a Standard Schema whose vendor is zod.

/** What zod passes to `override` and `unrepresentable` while it converts a schema. */
export interface ZodConversion {
  readonly zodSchema: { readonly _zod: { readonly def: { readonly type: string } } };
  readonly jsonSchema: Record<string, unknown>;
}

/**
 * Parameters of `z.toJSONSchema` under which it does not throw at what JSON Schema cannot express.
 */
export interface ZodDialect {
  readonly reused: "ref";
  readonly cycles: "ref";
  readonly unrepresentable: (place: Pick<ZodConversion, "zodSchema">) => Record<string, unknown>;
  readonly override: (conversion: ZodConversion) => void;
}

/**
 * Schemas that are used several times become references, because written out they could double in
 * size with each level.
 */
export const zodDialect: ZodDialect = {
  reused: "ref",
  cycles: "ref",
  // A keyword that no schema has, which is then noted as dropped, with the name of the type.
  unrepresentable: ({ zodSchema }) => ({ zod: zodSchema._zod.def.type }),
  override: ({ zodSchema, jsonSchema }) => {
    const { type } = zodSchema._zod.def;
    if (type === "date") sayDate(jsonSchema);
    // `z.iso.datetime()` takes a text, not a `Date`.
    if (type === "string" && jsonSchema["format"] === "date-time")
      jsonSchema["format"] = "iso-datetime";
  },
};

function sayDate(jsonSchema: Record<string, unknown>): void {
  delete jsonSchema["zod"];
  jsonSchema["type"] = "string";
  jsonSchema["format"] = "date-time";
}
