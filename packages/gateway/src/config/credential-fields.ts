// Recognizes credentials that are written into a configuration: by the name of their field, and by
// the form of well-known tokens. Such texts are refused, and never shown.

import { hasReference, literalsOf, type ReferringText } from "./references.ts";

/** Words of a name, such as `GITHUB_TOKEN`, `--api-key` or `apiKey`, that mean a credential. */
const credentialWords: ReadonlySet<string> = new Set(
  "apikey auth authorization bearer cookie credential credentials key pass passphrase passwd password pat secret secrets signature token tokens".split(
    " ",
  ),
);

/** The last word of names such as `KEY_FILE` and `TOKEN_URL`, whose values aren't secret. */
const harmlessEnds: ReadonlySet<string> = new Set(
  "dir endpoint expiry file header id limit max name path ttl type uri url".split(" "),
);

/** True for the name of a variable, header, option or parameter whose value is a credential. */
export function namesCredential(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1);
  if (last === undefined || harmlessEnds.has(last)) return false;
  return words.some((word) => credentialWords.has(word));
}

function wordsOf(name: string): string[] {
  return name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter((word) => word !== "");
}

/** The beginnings of tokens of well-known services. */
const tokenForms =
  /^(?:ghp_|gho_|ghs_|github_pat_|glpat-|sk-|sk_live_|rk_live_|xox[a-z]-|AKIA|AIza|eyJ|npm_|hf_|pk_live_|Bearer )[A-Za-z0-9_.+/=-]{8,4096}$/;

/** True for a text that has the form of a token. */
export function resemblesToken(text: string): boolean {
  return tokenForms.test(text.trim());
}

/** A harmless beginning before a reference: `Bearer ${env:TOKEN}` and `session=${env:TOKEN}`. */
const harmlessBeginning =
  /^(?:(?:ApiKey|Api-Key|Basic|Bearer|DPoP|Key|OAuth|Token)[ :]*|[A-Za-z_][A-Za-z0-9_-]{0,40}=)$/i;

/** True if the text of a field for a credential contains one, instead of only references. */
export function isLiteralCredential(text: ReferringText): boolean {
  const literals = literalsOf(text);
  if (literals.trim() === "") return false;
  return !hasReference(text) || !harmlessBeginning.test(literals);
}

/** The message for a literal credential in the field; `name` suggests a variable. */
export function literalCredential(name: string): string {
  const variable =
    wordsOf(name)
      .map((word) => word.toUpperCase())
      .join("_") || "TOKEN";
  return `has a credential in the file: set an environment variable and write "env:${variable}", or use "file:PATH", "keychain:SERVICE/ACCOUNT" or { "command": … }`;
}

/** True for an argument whose text is a credential: the one after `--token`, or `--token=…`. */
export function isCredentialArgument(args: readonly ReferringText[], index: number): boolean {
  const [text = ""] = args[index] ?? [];
  const option = typeof text === "string" ? /^--?([A-Za-z][A-Za-z0-9_-]{0,60})=/.exec(text) : null;
  if (option?.[1] !== undefined) return namesCredential(option[1]);
  const [before = ""] = args[index - 1] ?? [];
  return typeof before === "string" && /^--?[A-Za-z][^=]*$/.test(before) && namesCredential(before);
}
