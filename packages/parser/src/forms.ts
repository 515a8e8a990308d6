// @ptc/parser/forms: the reader without its explanations, for callers that load those only when a
// text cannot be read.
export { readForms, type ReadOptions } from "./read-forms.ts";
