// The deliberate differences between this reader and Clojure's, with reasons. A difference that no
// longer exists fails the test.

export interface Difference {
  readonly text: string;
  /** The result of this reader in the notation of sketch.ts, or "error". */
  readonly ours: string;
  readonly why: string;
}

const noMacros =
  "without macros a syntax quote is a quote, and there are no namespaces to put names in";
const noNamespaces = "there are no namespaces for the keyword to be put in";
const whiteSpace = "pasted text has such spaces, and nobody means them as part of a name";
const hidden = "a character nobody can see, or takes for another, is not part of a name";
const analyser = "the form is read; whether it means something is for the analyser to say";
const unused = "legal by accident of Clojure's reader, never written";

export const differences: readonly Difference[] = [
  { text: "`a", ours: '(y"quote" y"a")', why: noMacros },
  { text: "1`a", ours: 'n<1> (y"quote" y"a")', why: noMacros },
  { text: "a`b", ours: 'y"a" (y"quote" y"b")', why: noMacros },
  { text: "::a", ours: 'k"a"', why: noNamespaces },
  { text: "::1", ours: 'k"1"', why: noNamespaces },
  { text: "#::{:a 1}", ours: "error", why: noNamespaces },
  { text: "a//b", ours: "error", why: unused },
  { text: "## Inf", ours: "error", why: unused },
  { text: "^^:a b c", ours: "error", why: unused },
  { text: "\u0663", ours: 'y"\\u0663"', why: "only ASCII digits start a number" },
  {
    text: "\\😀",
    ours: 'c"\\ud83d\\ude00"',
    why: "a character is one code point, not one UTF-16 unit",
  },
  { text: '#"("', ours: 'r"("', why: analyser },
  { text: '#inst "bad"', ours: "inst", why: analyser },
  { text: '#_ #inst "bad" 2', ours: "n<2>", why: analyser },
  { text: "#(#(a))", ours: 'fn(fn(y"a"))', why: analyser },
  { text: "#{1 1}", ours: "#{n<1> n<1>}", why: analyser },
  { text: "{:a 1 :a 2}", ours: '{k"a" n<1> k"a" n<2>}', why: analyser },
  { text: "a\u00a0b", ours: 'y"a" y"b"', why: whiteSpace },
  { text: "a\u0085b", ours: 'y"a" y"b"', why: whiteSpace },
  { text: "a\u2007b", ours: 'y"a" y"b"', why: whiteSpace },
  { text: "a\u202fb", ours: 'y"a" y"b"', why: whiteSpace },
  { text: "a\ufeffb", ours: 'y"a" y"b"', why: whiteSpace },
  {
    text: "\ufeffa",
    ours: 'y"a"',
    why: "a byte order mark at the start of a file is not part of it",
  },
  { text: "a\u0000b", ours: "error", why: hidden },
  { text: "a\u001bb", ours: "error", why: hidden },
  { text: "a\u007fb", ours: "error", why: hidden },
  { text: "a\u200bb", ours: "error", why: hidden },
  { text: "a\u2060b", ours: "error", why: hidden },
  { text: "“a”", ours: "error", why: hidden },
];
