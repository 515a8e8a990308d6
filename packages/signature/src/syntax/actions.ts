// What the reader builds: one function for each rule of signature.ohm that has a value, named for it. Receives the
// reading, where the match starts and ends, and the values of the parts in their order.

import type { FieldSyntax, NameSyntax, SignatureSyntax, TypeSyntax } from "./syntax-tree.ts";

/** What the actions need of a reading. */
interface Source {
  readonly source: string;
}

export function signature(_reading: Source, _start: number, _end: number, parameters: readonly FieldSyntax[] | undefined, output: TypeSyntax): SignatureSyntax {
  return { parameters: parameters ?? [], output };
}

export function parameters(_reading: Source, _start: number, _end: number, fields: readonly FieldSyntax[]): readonly FieldSyntax[] {
  return fields;
}

export function field(_reading: Source, _start: number, _end: number, fieldName: NameSyntax, type: TypeSyntax): FieldSyntax {
  return { name: fieldName, type };
}

export function namedType(_reading: Source, start: number, _end: number, typeName: NameSyntax, marked: boolean | undefined): TypeSyntax {
  return { form: "named", name: { ...typeName, start }, marked: marked === true };
}

export function listType(_reading: Source, _start: number, _end: number, element: TypeSyntax, marked: boolean | undefined): TypeSyntax {
  return { form: "list", element, marked: marked === true };
}

export function mapType(_reading: Source, _start: number, _end: number, fields: readonly FieldSyntax[], marked: boolean | undefined): TypeSyntax {
  return { form: "map", fields, marked: marked === true };
}

export function mark(_reading: Source, _start: number, _end: number): true {
  return true;
}

export function name({ source }: Source, start: number, end: number): NameSyntax {
  return { text: source.slice(start, end), start };
}
