// @ptc/parser/format: the layout of programs, for whoever shows or keeps their source.
export { format, type SourceFormatOptions, type FormatResult } from "./format.ts";
