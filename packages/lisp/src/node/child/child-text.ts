// The build replaces this module by one that exports all code of `main.ts` as one script,
// compressed with brotli, as base64. Sources have no such text.

export const childText: string | undefined = undefined;
