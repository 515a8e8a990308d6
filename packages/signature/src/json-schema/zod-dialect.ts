// How zod is asked for a JSON Schema, without importing it: the same whether a schema is handed
// over as zod's (`@ptc/signature/zod`) or as a Standard Schema that says its vendor.

/** What zod shows of a schema while it converts it. */
export interface ZodConversion {
  readonly zodSchema: { readonly _zod: { readonly def: { readonly type: string } } };
  readonly jsonSchema: Record<string, unknown>;
}

/** Parameters of `z.toJSONSchema`; none of them throws at what JSON Schema cannot say. */
export interface ZodDialect {
  readonly reused: "ref";
  readonly cycles: "ref";
  readonly unrepresentable: (place: Pick<ZodConversion, "zodSchema">) => Record<string, unknown>;
  readonly override: (conversion: ZodConversion) => void;
}

/** What is shared stays shared, since written out it could double with each level. */
export const zodDialect: ZodDialect = {
  reused: "ref",
  cycles: "ref",
  // A keyword that no schema has, so that it is noted as dropped by its name.
  unrepresentable: ({ zodSchema }) => ({ zod: zodSchema._zod.def.type }),
  override: ({ zodSchema, jsonSchema }) => {
    const { type } = zodSchema._zod.def;
    if (type === "date") sayDate(jsonSchema);
    // `z.iso.datetime()` takes a text, and no `Date`.
    if (type === "string" && jsonSchema["format"] === "date-time")
      jsonSchema["format"] = "iso-datetime";
  },
};

function sayDate(jsonSchema: Record<string, unknown>): void {
  delete jsonSchema["zod"];
  jsonSchema["type"] = "string";
  jsonSchema["format"] = "date-time";
}
