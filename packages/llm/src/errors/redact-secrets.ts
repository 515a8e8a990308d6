// Replaces credentials in texts that end in logs, traces and prompts. It recognises only the usual
// shapes, so it is a last defence: an adapter must still never put its key into a message.

const marker = "<secret>";

/**
 * Longer texts are cut before the search, so that its time is bounded whatever a provider answers.
 */
const maximumSearchedLength = 8_000;

/** The shapes of credentials: each a pattern and its replacement. */
const secretShapes: readonly (readonly [RegExp, string])[] = [
  // Prefixes by which providers mark their keys.
  [/\b(?:sk|pk|rk|gsk|xai|hf|r8|pplx|ghp|gho|ghs|ghu|github_pat|xox[abp])[-_][\w*-]{12,}/g, marker],
  [/\bAIza[\w-]{20,}|\bAKIA[A-Z0-9]{12,}|\bya29\.[\w.-]{10,}/g, marker],
  // A token of JSON, with or without what follows its first part.
  [/\beyJ[\w-]{8,}(?:\.[\w-]*){0,4}/g, marker],
  // Header and field names, in text, JSON and query strings.
  [/\b(bearer\s+)[\w.~+/=-]{8,}/gi, `$1${marker}`],
  [
    /\b((?:x-|x-goog-)?api[-_ ]?key|(?:proxy-)?authorization|(?:access|auth|refresh|id)[-_]?token|client[-_]?secret|password|secret)((?:\s+provided)?["']?\s*[:=]\s*["']?)(?!(?:(?:basic|bearer|token)\s+)?<secret>)(?:(?:basic|bearer|token)\s+)?[^\s"',;&)}\]]+/gi,
    `$1$2${marker}`,
  ],
  [/([?&](?:key|token|sig|signature)=)[^\s"'&#]+/gi, `$1${marker}`],
  // A name and a password in an address.
  [/(\/\/)[^\s/@:]+:[^\s/@]+@/g, `$1${marker}@`],
];

/** `text` without what looks like a credential, at most `maximumLength` UTF-16 units long. */
export function redactSecrets(text: string, maximumLength = 2_000): string {
  // A credential cut in two would no longer have its shape: drop the word in which the cut falls.
  const searched =
    text.length > maximumSearchedLength
      ? withoutLastWord(text.slice(0, maximumSearchedLength))
      : text;
  const redacted = withoutSecrets(searched);
  const isCut = searched.length < text.length || redacted.length > maximumLength;
  return isCut ? `${cut(redacted, maximumLength - 1)}…` : redacted;
}

/** The same for a text that has to stay whole. Takes time in proportion to it. */
export function withoutSecrets(text: string): string {
  return secretShapes.reduce(
    (result, [shape, replacement]) => result.replace(shape, replacement),
    text,
  );
}

function withoutLastWord(text: string): string {
  let end = text.length;
  while (end > 0 && /\S/.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The first `length` units of `text`, without half of a surrogate pair at the end. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}
