// `@ptc/core/printing`: values as text.

export { printBounded, printValue } from "./print-value.ts";
export type { PrintOptions, PrintedText } from "./print-value.ts";
export { visibleText } from "./string-text.ts";
