// What a media type and the URL of a file look like.

/** RFC 6838, without parameters. */
const mediaTypeForm = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,62}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,99}$/i;

/** Whether `text` is a full media type such as `image/png`. */
export function isMediaType(text: string): boolean {
  return mediaTypeForm.test(text);
}

export const longestUrl = 8_000;

/** Whether `text` is an address by http or https. */
export function isWebUrl(text: string): boolean {
  return text.length <= longestUrl && /^https?:/i.test(text) && URL.canParse(text);
}
