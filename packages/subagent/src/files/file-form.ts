// Validates the media type and the URL of a file.

/** RFC 6838, without parameters. */
const mediaTypeForm = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,62}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,99}$/i;

/** True if `text` is a full media type such as `image/png`. */
export function isMediaType(text: string): boolean {
  return mediaTypeForm.test(text);
}

export const longestUrl = 8_000;

/** True if `text` is an http or https URL. */
export function isWebUrl(text: string): boolean {
  return text.length <= longestUrl && /^https?:/i.test(text) && URL.canParse(text);
}
