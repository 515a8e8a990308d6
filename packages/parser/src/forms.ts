// @ptc/parser/forms: the reader alone, for whoever loads the explanation of what cannot be read
// only when it is needed.
export { readForms, type ReadOptions } from "./read-forms.ts";
