// The type of the host values that are accepted for a type: the same values, but objects and arrays
// may be read-only.

/** The values accepted for `Type`: the same type with everything readonly. */
export type HostValue<Type> = Type extends Date
  ? Date
  : Type extends readonly (infer Element)[]
    ? readonly HostValue<Element>[]
    : Type extends object
      ? { readonly [Key in keyof Type]: HostValue<Type[Key]> }
      : Type;
