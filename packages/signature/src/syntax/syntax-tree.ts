// What the reader makes of the text of a signature: its structure and places. Whether the names
// exist and are unique is checked by `resolve.ts`.

/** A name and where it starts (a type's name at its colon): a UTF-16 offset into the text. */
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

/** `:string`, `[T]`, `{name T}`, `#{a b}`. */
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
  /** `type Name T "description"`, in the order of the text. */
  readonly definitions: readonly FieldSyntax[];
  readonly parameters: readonly FieldSyntax[];
  readonly output: TypeSyntax;
}
