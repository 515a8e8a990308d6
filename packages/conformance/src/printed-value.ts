// Parses a printed value of this language, ClojureScript or JVM Clojure into a comparable tree. It
// parses answers, not programs: an unknown token becomes a word, and mismatched brackets give
// undefined.

/** A printed value. Characters are texts, and ratios are floats. */
export type PrintedValue =
  | { readonly kind: "integer"; readonly value: bigint }
  | { readonly kind: "float"; readonly value: number }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "keyword"; readonly value: string }
  | { readonly kind: "pattern"; readonly value: string }
  /** nil, true, false, a symbol, a class name. */
  | { readonly kind: "word"; readonly value: string }
  /** A function, atom, var or object, without its identity. */
  | { readonly kind: "opaque" }
  | { readonly kind: "list"; readonly items: readonly PrintedValue[] }
  | { readonly kind: "vector"; readonly items: readonly PrintedValue[] }
  | { readonly kind: "set"; readonly items: readonly PrintedValue[] }
  | {
      readonly kind: "map";
      readonly items: readonly (readonly [key: PrintedValue, value: PrintedValue])[];
    };

/** Returns the one value in `text`, or undefined if it has none or several. */
export function readPrintedValue(text: string): PrintedValue | undefined {
  const tokens = text.match(tokenPattern) ?? [];
  const reader = new TokenReader(tokens);
  const value = reader.value();
  return reader.isAtEnd() ? value : undefined;
}

// Strings and patterns come first, because they may contain any other token. A single character
// comes last, so that nothing is skipped.
const tokenPattern =
  /#"(?:\\.|[^"\\])*"|"(?:\\.|[^"\\])*"|#\{|#<[^>]*>|\\(?:u[0-9a-fA-F]{4}|[a-z]{2,}|.)|[()[\]{}]|[^\s,()[\]{}"]+|"/gsu;

const closingOf = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
  ["#{", "}"],
]);

class TokenReader {
  private position = 0;
  private readonly tokens: readonly string[];

  constructor(tokens: readonly string[]) {
    this.tokens = tokens;
  }

  isAtEnd(): boolean {
    return this.position === this.tokens.length;
  }

  value(): PrintedValue | undefined {
    const token = this.tokens[this.position++];
    if (token === undefined) return undefined;
    const closing = closingOf.get(token);
    if (closing === undefined) return this.tagged(token) ?? atom(token);
    const items = this.itemsUntil(closing);
    if (items === undefined) return undefined;
    if (token === "{") return mapOf(items);
    return { kind: token === "#{" ? "set" : token === "(" ? "list" : "vector", items };
  }

  private itemsUntil(closing: string): PrintedValue[] | undefined {
    const items: PrintedValue[] = [];
    while (this.tokens[this.position] !== closing) {
      const item = this.value();
      if (item === undefined) return undefined;
      items.push(item);
    }
    this.position++;
    return items;
  }

  /** Returns the text of `#inst "…"`; `#object[…]` and other tagged values are opaque. */
  private tagged(token: string): PrintedValue | undefined {
    if (!/^#[A-Za-z]/.test(token)) return undefined;
    const value = this.value();
    return value === undefined || token === "#inst" || token === "#uuid"
      ? value
      : { kind: "opaque" };
  }
}

function mapOf(items: readonly PrintedValue[]): PrintedValue | undefined {
  const entries: (readonly [PrintedValue, PrintedValue])[] = [];
  for (let index = 0; index < items.length; index += 2) {
    const key = items[index];
    const value = items[index + 1];
    if (key === undefined || value === undefined) return undefined;
    entries.push([key, value]);
  }
  return { kind: "map", items: entries };
}

const namedNumbers = new Map([
  ["##Inf", Infinity],
  ["##-Inf", -Infinity],
  ["##NaN", NaN],
]);
const characterNames = new Map([
  ["newline", "\n"],
  ["space", " "],
  ["tab", "\t"],
  ["return", "\r"],
  ["backspace", "\b"],
  ["formfeed", "\f"],
]);

function atom(token: string): PrintedValue | undefined {
  if (token === '"' || /^[)\]}]$/.test(token)) return undefined;
  if (token.startsWith('"')) return { kind: "text", value: unescaped(token.slice(1, -1)) };
  if (token.startsWith('#"')) return { kind: "pattern", value: token.slice(2, -1) };
  if (token.startsWith("\\")) return { kind: "text", value: characterOf(token.slice(1)) };
  if (token.startsWith(":")) return { kind: "keyword", value: token.slice(1) };
  const named = namedNumbers.get(token);
  if (named !== undefined) return { kind: "float", value: named };
  if (token.startsWith("#")) return { kind: "opaque" };
  return numberOf(token) ?? { kind: "word", value: token };
}

function numberOf(token: string): PrintedValue | undefined {
  if (/^[+-]?\d+N?$/.test(token))
    return { kind: "integer", value: BigInt(token.replace(/^\+|N$/g, "")) };
  if (/^[+-]?\d+\/\d+$/.test(token)) {
    const [above, below] = token.split("/").map(Number);
    return { kind: "float", value: (above ?? NaN) / (below ?? NaN) };
  }
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?M?$/.test(token))
    return { kind: "float", value: Number(token.replace("M", "")) };
  return undefined;
}

function characterOf(name: string): string {
  const code = /^u([0-9a-fA-F]{4})$/.exec(name)?.[1];
  return code === undefined
    ? (characterNames.get(name) ?? name)
    : String.fromCharCode(Number.parseInt(code, 16));
}

const escapes = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["b", "\b"],
  ["f", "\f"],
]);

function unescaped(text: string): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|.)/gsu, (_whole, escape: string) =>
    escape.length === 5
      ? String.fromCharCode(Number.parseInt(escape.slice(1), 16))
      : (escapes.get(escape) ?? escape),
  );
}
