// Redacts credentials in texts for logs, traces and prompts. It recognizes only common shapes, so
// it is a last defense: adapters must never put their key into a message.

const marker = "<secret>";

/** Longer texts are cut before the search, which bounds its time for any provider response. */
const maximumSearchedLength = 8_000;

/** Each shape is a pattern and its replacement. */
const secretShapes: readonly (readonly [RegExp, string])[] = [
  // Prefixes of providers' keys.
  [/\b(?:sk|pk|rk|gsk|xai|hf|r8|pplx|ghp|gho|ghs|ghu|github_pat|xox[abp])[-_][\w*-]{12,}/g, marker],
  [/\bAIza[\w-]{20,}|\bAKIA[A-Z0-9]{12,}|\bya29\.[\w.-]{10,}/g, marker],
  // A JSON web token, complete or only its first part.
  [/\beyJ[\w-]{8,}(?:\.[\w-]*){0,4}/g, marker],
  // Header and field names, in text, JSON and query strings.
  [/\b(bearer\s+)[\w.~+/=-]{8,}/gi, `$1${marker}`],
  [
    /\b((?:x-|x-goog-)?api[-_ ]?key|(?:proxy-)?authorization|(?:access|auth|refresh|id)[-_]?token|client[-_]?secret|password|secret)((?:\s+provided)?["']?\s*[:=]\s*["']?)(?!(?:(?:basic|bearer|token)\s+)?<secret>)(?:(?:basic|bearer|token)\s+)?[^\s"',;&)}\]]+/gi,
    `$1$2${marker}`,
  ],
  [/([?&](?:key|token|sig|signature)=)[^\s"'&#]+/gi, `$1${marker}`],
  // A user name and password in a URL.
  [/(\/\/)[^\s/@:]+:[^\s/@]+@/g, `$1${marker}@`],
];

/** Each shape needs one of these, so most short texts aren't searched for every shape. */
const partOfSecret = /[-_:=]|AIza|AKIA|ya29|eyJ|bearer/i;
/** The length of the shortest secret: `//a:b@`. */
const shortestSecret = 6;

/** Returns `text` with likely credentials redacted, at most `maximumLength` UTF-16 units long. */
export function redactSecrets(text: string, maximumLength = 2_000): string {
  // A credential cut in two would no longer have its shape, so drop the word that the cut splits.
  const searched =
    text.length > maximumSearchedLength
      ? withoutLastWord(text.slice(0, maximumSearchedLength))
      : text;
  const redacted = withoutSecrets(searched);
  const isCut = searched.length < text.length || redacted.length > maximumLength;
  return isCut ? `${cut(redacted, maximumLength - 1)}…` : redacted;
}

/** Redacts credentials without shortening the text. Takes linear time. */
export function withoutSecrets(text: string): string {
  if (text.length < shortestSecret || !partOfSecret.test(text)) return text;
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

/** Returns the first `length` units of `text`, without half a surrogate pair at the end. */
function cut(text: string, length: number): string {
  // eslint-disable-next-line texts/shortened-texts -- its only caller marks the cut
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}
