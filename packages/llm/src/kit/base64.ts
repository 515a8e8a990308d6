// Encodes the bytes of a file as base64, as most APIs require.

/** The bytes converted per call, because hosts limit the number of arguments. */
const step = 0x8000;

/** Returns `data` as base64; strings are already encoded. */
export function base64Of(data: Uint8Array | string): string {
  if (typeof data === "string") return data;
  let binary = "";
  for (let from = 0; from < data.length; from += step)
    binary += String.fromCharCode(...data.subarray(from, from + step));
  return btoa(binary);
}
