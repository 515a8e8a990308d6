// `@ptc/core/internal/printing`: parts of printing for the other packages of PTC. Versioning does
// not cover them: any release may change or remove them.

export { keywordText } from "./keyword-text.ts";
export { numberText, spendDecimalDigits } from "./number-text.ts";
export { shortened } from "./shortened.ts";
export { quotedText, visibleLine } from "./string-text.ts";
