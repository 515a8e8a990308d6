// Decides quickly that a JSON text has nothing to hide. Most values of most runs have nothing, and
// searching for each kind of secret in each of their texts takes longer than writing them.

/** `_` at the start of a name, also after an escape such as `\n`. */
const startOfName = /(?:^|[^A-Za-z0-9]|\\.|\\u[\dA-Fa-f]{4})_/;

/** The start of `_` as an escape. */
const escaped = "u005";

/**
 * A part of each shape of a credential that `withoutSecrets` recognizes, except of URLs. Hosts are
 * several times as slow for expressions that ignore the case.
 */
const partOfSecret =
  /(?:[prs]k|xai|hf|r8|plx|gh[opsu]|_pat|ox[abp])[-_][\w*-]{12}|AIza|AKIA|ya29|eyJ|[Bb][Ee][Aa][Rr][Ee][Rr]|[Aa][Pp][Ii][-_ ]?[Kk][Ee][Yy]|[Aa][Uu][Tt][Hh][Oo]|[Tt][Oo][Kk][Ee][Nn]|[Ss][Ee][Cc][Rr][Ee][Tt]|[Pp][Aa][Ss][Ss][Ww]|[?&][KkTtSs]/;

const mark = "<Firewalled";

/**
 * True if no part of a JSON text has a firewalled name, the form of a credential, or a mark of
 * hidden values. False for some texts without any of them.
 */
export function isClearText(text: string): boolean {
  // Names in URLs are found by `%`, and users with passwords by `@`.
  return !(
    (text.includes("_") && (text.includes("%") || startOfName.test(text))) ||
    text.includes(escaped) ||
    partOfSecret.test(text) ||
    text.includes(mark) ||
    (text.includes("@") && text.includes("//"))
  );
}
