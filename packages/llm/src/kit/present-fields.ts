// Optional fields are absent, never undefined: this turns one into the other where objects are
// built.

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
  // What the type says is what the filter does.
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as PresentFields<Fields>;
}
