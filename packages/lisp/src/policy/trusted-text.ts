// Whether a value occurs in a trusted text. A model that has read untrusted text may repeat an
// address from it, so its literals count only if a person or a trusted tool has written them too.

/** Parts of values that are read. A longer value isn't trusted. */
const mostParts = 100_000;

/** The shortest text that is looked for. Shorter ones occur by chance. */
const shortestToken = 3;

/** True if each text and number in `value` is a token of one of the texts in `trusted`. */
export function occursIn(value: unknown, trusted: readonly unknown[]): boolean {
  const wanted = [...textsIn(value)];
  if (wanted.length > mostParts || wanted.some((each) => each.length < shortestToken)) return false;
  const missing = new Set(wanted);
  let read = 0;
  for (const text of textsIn(trusted)) {
    if (missing.size === 0 || ++read > mostParts) break;
    for (const token of missing) if (hasToken(text, token)) missing.delete(token);
  }
  return missing.size === 0;
}

/** Yields the texts and numbers in host data, with the names of fields. */
function* textsIn(data: unknown): Iterable<string> {
  const open: unknown[] = [data];
  const seen = new Set<object>();
  while (open.length > 0 && seen.size <= mostParts) {
    const next = open.pop();
    if (typeof next === "string") yield next;
    else if (typeof next === "number" || typeof next === "bigint") yield String(next);
    else if (typeof next === "object" && next !== null && !seen.has(next)) {
      seen.add(next);
      if (Array.isArray(next)) for (const each of next as readonly unknown[]) open.push(each);
      else for (const [name, each] of Object.entries(next)) open.push(name, each);
    }
  }
}

const inToken = /[\p{L}\p{N}_@]/u;
const joins = /[-.+:/]/u;

/** True if `text` contains `token` and it isn't a part of a longer word, address or number. */
function hasToken(text: string, token: string): boolean {
  for (let at = text.indexOf(token); at !== -1; at = text.indexOf(token, at + 1)) {
    const end = at + token.length;
    if (
      !continues(text.charAt(at - 1), text.charAt(at - 2)) &&
      !continues(text.charAt(end), text.charAt(end + 1))
    )
      return true;
  }
  return false;
}

/** True if a token continues at `next`, which `after` follows. */
function continues(next: string, after: string): boolean {
  return inToken.test(next) || (joins.test(next) && inToken.test(after));
}
