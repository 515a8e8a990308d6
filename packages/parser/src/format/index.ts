// `@ptc/parser/format`: formats programs, to show or store their source.
export { format, type SourceFormatOptions, type FormatResult } from "./format.ts";
