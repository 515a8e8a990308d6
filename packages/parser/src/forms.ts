// @ptc/parser/forms: the reader without explanations, for callers that load the explanations only
// if a text can't be read.
export { readForms, type ReadOptions } from "./read-forms.ts";
