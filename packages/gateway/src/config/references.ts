// Texts of a configuration that refer to values outside of it, so that a file has no credentials:
//
//   env:NAME              the environment variable NAME
//   file:PATH             the text of a file, without the line end
//   keychain:SERVICE/NAME an entry of the system's keychain
//   { "command": "op", "args": ["read", "op://team/github/token"] }   what a command prints
//
// Inside a text, `${env:NAME}`, `${file:PATH}` and `${keychain:…}` do the same. The variables of
// other clients are read as well: `${NAME}`, `${NAME:-default}`, `${workspaceFolder}` and
// `${userHome}`.

/** Where a value is looked up when an upstream starts. */
export type Reference =
  | { readonly from: "env"; readonly name: string; readonly fallback?: string }
  | { readonly from: "file"; readonly path: string }
  | { readonly from: "keychain"; readonly service: string; readonly account?: string }
  | { readonly from: "command"; readonly command: string; readonly args: readonly string[] }
  | { readonly from: "folder"; readonly folder: "workspace" | "home" };

/** A text with references: its parts in order. */
export type ReferringText = readonly (string | Reference)[];

/** A text that isn't valid; the message never contains its value. */
export class ReferenceMistake extends Error {}

const wholeReference = /^(env|file|keychain):/;

/**
 * Returns the parts of a text. A reference may be the whole text, or inside `${…}`.
 * @throws ReferenceMistake
 */
export function readReferringText(text: string): ReferringText {
  if (wholeReference.test(text)) return [readReference(text)];
  const parts: (string | Reference)[] = [];
  let from = 0;
  for (let start = text.indexOf("${"); start >= 0; start = text.indexOf("${", from)) {
    const end = text.indexOf("}", start);
    if (end < 0) throw new ReferenceMistake("`${` has no `}`");
    if (start > from) parts.push(text.slice(from, start));
    parts.push(readVariable(text.slice(start + 2, end)));
    from = end + 1;
  }
  if (from < text.length || parts.length === 0) parts.push(text.slice(from));
  return parts;
}

/** True if a part of the text is looked up elsewhere. */
export function hasReference(text: ReferringText): boolean {
  return text.some((part) => typeof part !== "string");
}

/** Returns the parts that are written in the configuration itself. */
export function literalsOf(text: ReferringText): string {
  return text.filter((part) => typeof part === "string").join("");
}

const environmentName = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

function readVariable(text: string): Reference {
  if (wholeReference.test(text)) return readReference(text);
  if (text === "workspaceFolder") return { from: "folder", folder: "workspace" };
  if (text === "userHome") return { from: "folder", folder: "home" };
  if (text.startsWith("input:"))
    throw new ReferenceMistake(
      "`${input:…}` asks in VS Code only: set an environment variable and write `${env:NAME}`",
    );
  const mark = text.indexOf(":-");
  const name = mark < 0 ? text : text.slice(0, mark);
  if (environmentName.test(name))
    return { from: "env", name, ...(mark < 0 ? {} : { fallback: text.slice(mark + 2) }) };
  throw new ReferenceMistake(
    "unknown variable in `${…}` (use ${env:NAME}, ${file:PATH}, ${keychain:SERVICE/NAME}, ${NAME}, ${workspaceFolder} or ${userHome})",
  );
}

function readReference(text: string): Reference {
  const colon = text.indexOf(":");
  const rest = text.slice(colon + 1);
  switch (text.slice(0, colon)) {
    case "env":
      if (environmentName.test(rest)) return { from: "env", name: rest };
      throw new ReferenceMistake("`env:` needs the name of an environment variable: env:NAME");
    case "file":
      if (rest.trim() !== "") return { from: "file", path: rest };
      throw new ReferenceMistake("`file:` needs the path of a file: file:PATH");
    default:
      return readKeychain(rest);
  }
}

/** Names that a command line can't mistake for an option. */
const keychainName = /^[A-Za-z0-9_.@+][A-Za-z0-9_.@+ -]{0,127}$/;

function readKeychain(rest: string): Reference {
  const slash = rest.indexOf("/");
  const service = slash < 0 ? rest : rest.slice(0, slash);
  const account = slash < 0 ? undefined : rest.slice(slash + 1);
  if (keychainName.test(service) && (account === undefined || keychainName.test(account)))
    return { from: "keychain", service, ...(account === undefined ? {} : { account }) };
  throw new ReferenceMistake(
    "`keychain:` needs a service and may have an account: keychain:SERVICE/ACCOUNT, of letters, digits, spaces and _ . @ + -",
  );
}

/** Shows a reference in messages. It has no secret. */
export function shownReference(reference: Reference): string {
  switch (reference.from) {
    case "env":
      return `env:${reference.name}`;
    case "file":
      return `file:${reference.path}`;
    case "keychain":
      return `keychain:${reference.service}${reference.account === undefined ? "" : `/${reference.account}`}`;
    case "command":
      return `the command ${reference.command}`;
    case "folder":
      return reference.folder === "home" ? "${userHome}" : "${workspaceFolder}";
  }
}
