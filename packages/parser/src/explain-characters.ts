// Explains characters that can't start a form: Clojure notation that the language lacks, and
// characters that look like others.
import type { Failure } from "./failure.ts";
import type { Complaint } from "./parse-error.ts";

interface UnsupportedPrefix {
  readonly prefix: string;
  readonly name: string;
  readonly repair: string;
}

/** The longer of two prefixes comes first: `~@` before `~`. */
const unsupportedPrefixes: readonly UnsupportedPrefix[] = [
  {
    prefix: "~@",
    name: "Unquote-splicing (~@) is not supported",
    repair: "there are no macros; use concat",
  },
  {
    prefix: "~",
    name: "Unquote (~) is not supported",
    repair: "there are no macros; write the form itself",
  },
];

export function explainUnsupportedPrefix(failure: Failure): Complaint | undefined {
  const { source, at } = failure;
  const unsupported = unsupportedPrefixes.find(({ prefix }) => source.startsWith(prefix, at));
  if (unsupported === undefined) return undefined;
  return {
    message: `${unsupported.name}, found at ${failure.place(at)}: ${unsupported.repair}`,
    offset: at,
  };
}

interface MisleadingCharacters {
  readonly isMember: RegExp;
  readonly isVisible: boolean;
  readonly name: string;
  readonly repair: string;
}

const misleading: readonly MisleadingCharacters[] = [
  {
    isMember: /[\u2018-\u201B]/,
    isVisible: true,
    name: "Typographic quotation mark",
    repair: "write ' instead",
  },
  {
    isMember: /[\u201C-\u201F]/,
    isVisible: true,
    name: "Typographic quotation mark",
    repair: 'write " instead',
  },
  // This pattern omits the control characters that the grammar counts as white space.
  {
    // eslint-disable-next-line no-control-regex -- control characters are what is searched
    isMember: /(?!\s|[\x1C-\x1F\x85])\p{Cc}/u,
    isVisible: false,
    name: "Control character",
    repair: "remove it",
  },
  // U+2065 is between the invisible characters and reserved for one more.
  {
    isMember: /[\p{Cf}\u2065]/u,
    isVisible: false,
    name: "Invisible character",
    repair: "remove it",
  },
];

/** Explains characters that the grammar doesn't allow in names. */
export function explainMisleadingCharacter({
  source,
  at,
  isAtEnd,
  place,
}: Failure): Complaint | undefined {
  if (isAtEnd) return undefined;
  const code = source.codePointAt(at) ?? 0;
  const character = String.fromCodePoint(code);
  const found = misleading.find(({ isMember }) => isMember.test(character));
  if (found === undefined) return undefined;
  const shown = found.isVisible ? `${character} ` : "";
  const codeText = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return {
    message: `${found.name} ${shown}(${codeText}) at ${place(at)}: ${found.repair}`,
    offset: at,
  };
}
