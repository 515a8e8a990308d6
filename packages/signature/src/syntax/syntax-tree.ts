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

/** `:string`, `[T]`, `{name T}`, `#{a b}`, or a constant such as `"card"`, `true` or `2`. */
export type BranchSyntax =
  | { readonly form: "named"; readonly name: NameSyntax }
  | { readonly form: "list"; readonly element: TypeSyntax }
  | { readonly form: "map"; readonly fields: readonly FieldSyntax[] }
  | { readonly form: "enum"; readonly start: number; readonly values: readonly NameSyntax[] }
  | { readonly form: "bool"; readonly value: boolean }
  | { readonly form: "number"; readonly text: string; readonly start: number };

/** One branch, or the branches of a union, and the mark after them. */
export interface TypeSyntax {
  readonly start: number;
  readonly branches: readonly BranchSyntax[];
  readonly mark: MarkSyntax | undefined;
}

export interface SignatureSyntax {
  /** `type Name T "description"`, in text order. */
  readonly definitions: readonly FieldSyntax[];
  readonly parameters: readonly FieldSyntax[];
  readonly output: TypeSyntax;
}
