// The options for asking zod for a JSON Schema, without importing zod. They are the same for zod
// schemas passed to `@ptc/signature/zod` and for Standard Schemas whose vendor is zod.

/** The argument that zod passes to `override` and `unrepresentable` during a conversion. */
export interface ZodConversion {
  readonly zodSchema: { readonly _zod: { readonly def: { readonly type: string } } };
  readonly jsonSchema: Record<string, unknown>;
}

/**
 * Parameters of `z.toJSONSchema` that keep it from throwing when JSON Schema can't express a type.
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
  // No schema has this keyword, so it is noted as dropped, with the name of the type.
  unrepresentable: ({ zodSchema }) => ({ zod: zodSchema._zod.def.type }),
  override: ({ zodSchema, jsonSchema }) => {
    const { type } = zodSchema._zod.def;
    if (type === "date") sayDate(jsonSchema);
    // `z.iso.datetime()` accepts a string, not a `Date`.
    if (type === "string" && jsonSchema["format"] === "date-time")
      jsonSchema["format"] = "iso-datetime";
  },
};

function sayDate(jsonSchema: Record<string, unknown>): void {
  delete jsonSchema["zod"];
  jsonSchema["type"] = "string";
  jsonSchema["format"] = "date-time";
}
