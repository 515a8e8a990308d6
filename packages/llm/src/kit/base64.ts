// The bytes of a file as most APIs take them.

/** So many bytes become a text at once; a host takes no more arguments. */
const step = 0x8000;

/** Base64 of `data`, which may be base64 already. */
export function base64Of(data: Uint8Array | string): string {
  if (typeof data === "string") return data;
  let binary = "";
  for (let from = 0; from < data.length; from += step)
    binary += String.fromCharCode(...data.subarray(from, from + step));
  return btoa(binary);
}
