// The folders of the bootstrap: the repository, and the fetched programs.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
export const CACHE = join(ROOT, ".cache");
export const FETCHED_NODES = join(CACHE, "node");
