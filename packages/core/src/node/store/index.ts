// `@ptc/core/store/node`: the store in a file.

export { openFileStore } from "./file-store.ts";
export type { FileStoreOptions } from "./file-store.ts";
