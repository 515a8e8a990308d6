import { buildConfig } from "../../tsup.base.ts";

// Each entry is one file with its own copy of the reader. Callers that read programs load the one
// without explanations; the other is loaded when a text cannot be read.
export default buildConfig("portable", { splitting: false });
