// The syntax tree of a signature: its structure and locations. `resolve.ts` checks whether the
// names exist and are unique.

/** A name and its start (for the name of a type, its colon) as a UTF-16 offset into the text. */
export interface NameSyntax {
  readonly text: string;
  readonly start: number;
}

export interface FieldSyntax {
  readonly name: NameSyntax;
  readonly type: TypeSyntax;
  readonly description?: string;
}

/** `T?` or `T|nil`. */
export type MarkSyntax = "optional" | "nilable";

interface Marked {
  readonly mark: MarkSyntax | undefined;
}

/** `:string`, `[T]`, `{name T}` or `#{a b}`. */
export type TypeSyntax =
  | ({ readonly form: "named"; readonly name: NameSyntax } & Marked)
  | ({ readonly form: "list"; readonly element: TypeSyntax } & Marked)
  | ({ readonly form: "map"; readonly fields: readonly FieldSyntax[] } & Marked)
  | ({
      readonly form: "enum";
      readonly start: number;
      readonly values: readonly NameSyntax[];
    } & Marked);

export interface SignatureSyntax {
  /** `type Name T "description"`, in text order. */
  readonly definitions: readonly FieldSyntax[];
  readonly parameters: readonly FieldSyntax[];
  readonly output: TypeSyntax;
}
