// In this project optional fields are absent, never undefined. This helper drops the undefined ones
// where objects are built.

export type PresentFields<Fields> = {
  readonly [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
} & {
  readonly [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<
    Fields[Name],
    undefined
  >;
};

/** A copy of `fields` without those that are undefined. */
export function presentFields<Fields extends object>(fields: Fields): PresentFields<Fields> {
  // The cast is safe: the filter does what the type says.
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as PresentFields<Fields>;
}
