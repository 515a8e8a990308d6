import { buildConfig } from "../../tsup.base.ts";

// Each entry is one file with its own copy of the reader. Callers that read programs load the one
// without explanations, and load the other one only if a text can't be read.
export default buildConfig("portable", { splitting: false });
