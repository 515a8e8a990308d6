// @ptc/parser: the reader and the printer of PTC-Lisp forms.
export {
  type BooleanForm,
  type CharacterForm,
  type DerefForm,
  type Form,
  type FunctionForm,
  type KeywordForm,
  type ListForm,
  type MapForm,
  type NilForm,
  type NumberForm,
  type QuoteForm,
  type RegexForm,
  type SetForm,
  type Span,
  type StringForm,
  type SymbolForm,
  type TaggedForm,
  type VarForm,
  type VectorForm,
} from "./form.ts";
export { type ParseError } from "./parse-error.ts";
export { print } from "./print.ts";
export { read, type ReadResult } from "./read.ts";
export { type ReadOptions } from "./read-forms.ts";
