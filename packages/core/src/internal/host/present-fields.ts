// In this project optional fields are absent, never undefined. This helper omits the undefined
// fields of a new object.

/** The type of an object without its undefined fields. */
export type PresentFields<Fields> = {
  readonly [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
} & {
  readonly [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<
    Fields[Name],
    undefined
  >;
};

/** Returns a copy of `fields` without the undefined ones. */
export function presentFields<Fields extends object>(fields: Fields): PresentFields<Fields> {
  // The cast is safe: the filter does what the type says.
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as PresentFields<Fields>;
}
