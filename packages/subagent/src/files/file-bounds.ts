// Limits for the size of files. Providers accept requests of 20 to 50 MB, in base64.

/** The maximum bytes of one file. */
export const mostFileBytes = 20_000_000;

/** The maximum number of files that one prompt may attach, and their total bytes. */
export const mostAttached = { files: 100, bytes: 50_000_000 };
