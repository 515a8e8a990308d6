// What the host may hand over for a value of a type: the value, in objects and arrays that need not
// be writable.

export type HostValue<Type> = Type extends Date
  ? Date
  : Type extends readonly (infer Element)[]
    ? readonly HostValue<Element>[]
    : Type extends object
      ? { readonly [Key in keyof Type]: HostValue<Type[Key]> }
      : Type;
