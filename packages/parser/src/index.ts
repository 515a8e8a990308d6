// @ptc/parser: the reader and the printer of PTC-Lisp forms.
export type {
  BooleanForm,
  CharacterForm,
  DerefForm,
  Form,
  FunctionForm,
  KeywordForm,
  ListForm,
  MapForm,
  NilForm,
  NumberForm,
  QuoteForm,
  RegexForm,
  SetForm,
  Span,
  StringForm,
  SymbolForm,
  TaggedForm,
  VarForm,
  VectorForm,
} from "./form.ts";
export type { ParseError } from "./parse-error.ts";
export { print } from "./print.ts";
export { read, type ReadResult } from "./read.ts";
export type { ReadOptions } from "./read-forms.ts";
