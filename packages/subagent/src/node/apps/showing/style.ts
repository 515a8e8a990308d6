// Styles of text, which apps map to terminal codes, CSS or nothing.

/** The names of styles. */
export type StyleName = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

/** Returns text in a style. The text must not contain control characters. */
export type Style = (name: StyleName, text: string) => string;
