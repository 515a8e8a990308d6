// `@ptc/core/printing`: values as text.

export { printBounded, printValue } from "./print-value.ts";
export type { PrintOptions, PrintedText } from "./print-value.ts";
export { keywordText } from "./keyword-text.ts";
export { numberText, spendDecimalDigits } from "./number-text.ts";
export { quotedText, visibleLine, visibleText } from "./string-text.ts";
