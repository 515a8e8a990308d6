// The type of what the host may pass for a value of a type: the same value, but its objects and
// arrays may be read-only.

/** What may be handed in for a value of `Type`: the same, with everything readonly. */
export type HostValue<Type> = Type extends Date
  ? Date
  : Type extends readonly (infer Element)[]
    ? readonly HostValue<Element>[]
    : Type extends object
      ? { readonly [Key in keyof Type]: HostValue<Type[Key]> }
      : Type;
