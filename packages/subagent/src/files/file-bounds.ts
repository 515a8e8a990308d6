// How large files may be. Providers take requests of 20 to 50 MB, in base64.

/** The bytes of one file. */
export const mostFileBytes = 20_000_000;

/** What one prompt may attach: files, and their bytes together. */
export const mostAttached = { files: 100, bytes: 50_000_000 };
