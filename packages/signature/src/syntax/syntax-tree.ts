// What the reader makes of a signature's text: its structure and places, names not yet judged. `resolve.ts` does that.

/** A name and where it starts (a type's name at its colon): a UTF-16 offset into the text. */
export interface NameSyntax {
  readonly text: string;
  readonly start: number;
}

export interface FieldSyntax {
  readonly name: NameSyntax;
  readonly type: TypeSyntax;
}

/** `:string`, `[T]`, `{name T}`; `marked` says a `?` follows. */
export type TypeSyntax =
  | { readonly form: "named"; readonly name: NameSyntax; readonly marked: boolean }
  | { readonly form: "list"; readonly element: TypeSyntax; readonly marked: boolean }
  | { readonly form: "map"; readonly fields: readonly FieldSyntax[]; readonly marked: boolean };

export interface SignatureSyntax {
  readonly parameters: readonly FieldSyntax[];
  readonly output: TypeSyntax;
}
