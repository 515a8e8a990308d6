// Builds the syntax tree: one function, with the name of the rule, for each rule of signature.ohm
// that has a value. Each receives the source, the start and end of the match, and the values of its
// parts in order.

import type {
  BranchSyntax,
  FieldSyntax,
  MarkSyntax,
  NameSyntax,
  SignatureSyntax,
  TypeSyntax,
} from "./syntax-tree.ts";

/** The characters for letters after a backslash. Any other character represents itself. */
const escaped: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["f", "\f"],
  ["b", "\b"],
]);

/** The part of a reading that the actions use. */
interface Source {
  readonly source: string;
}

export function signature(
  _reading: Source,
  _start: number,
  _end: number,
  definitions: readonly FieldSyntax[],
  parameters: readonly FieldSyntax[] | undefined,
  output: TypeSyntax,
): SignatureSyntax {
  return { definitions, parameters: parameters ?? [], output };
}

export function definition(
  reading: Source,
  start: number,
  end: number,
  name: NameSyntax,
  type: TypeSyntax,
  description: NameSyntax | undefined,
): FieldSyntax {
  return field(reading, start, end, name, type, description);
}

export function parameters(
  _reading: Source,
  _start: number,
  _end: number,
  fields: readonly FieldSyntax[],
): readonly FieldSyntax[] {
  return fields;
}

export function field(
  _reading: Source,
  _start: number,
  _end: number,
  fieldName: NameSyntax,
  type: TypeSyntax,
  description: NameSyntax | undefined,
): FieldSyntax {
  return {
    name: fieldName,
    type,
    ...(description === undefined ? {} : { description: description.text }),
  };
}

export function type(
  _reading: Source,
  start: number,
  _end: number,
  first: BranchSyntax,
  others: readonly BranchSyntax[],
  mark: MarkSyntax | undefined,
): TypeSyntax {
  return { start, branches: others.length === 0 ? [first] : [first, ...others], mark };
}

export function namedType(
  _reading: Source,
  start: number,
  _end: number,
  typeName: NameSyntax,
): BranchSyntax {
  return { form: "named", name: { ...typeName, start } };
}

export function listType(
  _reading: Source,
  _start: number,
  _end: number,
  element: TypeSyntax,
): BranchSyntax {
  return { form: "list", element };
}

export function mapType(
  _reading: Source,
  _start: number,
  _end: number,
  fields: readonly FieldSyntax[],
): BranchSyntax {
  return { form: "map", fields };
}

export function enumType(
  _reading: Source,
  start: number,
  _end: number,
  values: readonly NameSyntax[],
): BranchSyntax {
  return { form: "enum", start, values };
}

export function textConstant(
  _reading: Source,
  start: number,
  _end: number,
  value: NameSyntax,
): BranchSyntax {
  return { form: "enum", start, values: [value] };
}

export function boolConstant(_reading: Source, start: number, end: number): BranchSyntax {
  return { form: "bool", value: end - start === "true".length };
}

export function numberConstant({ source }: Source, start: number, end: number): BranchSyntax {
  return { form: "number", text: source.slice(start, end), start };
}

export function optional(_reading: Source, _start: number, _end: number): MarkSyntax {
  return "optional";
}

export function nilable(_reading: Source, _start: number, _end: number): MarkSyntax {
  return "nilable";
}

export function name({ source }: Source, start: number, end: number): NameSyntax {
  return { text: source.slice(start, end), start };
}

export function word({ source }: Source, start: number, end: number): NameSyntax {
  return { text: source.slice(start, end), start };
}

/** Returns the text between the quotes, with escapes resolved. */
export function text({ source }: Source, start: number, end: number): NameSyntax {
  const inside = source.slice(start + 1, end - 1);
  return {
    text: inside.replace(
      /\\(?:u(.{4})|(.))/gu,
      (_escape, hex: string | undefined, letter: string) =>
        hex === undefined
          ? (escaped.get(letter) ?? letter)
          : String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    start,
  };
}
