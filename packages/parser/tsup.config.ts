import { buildConfig } from "../../tsup.base.ts";

// Whoever reads programs loads one file; the other one is for what cannot be read, and holds the
// reader too.
export default buildConfig("portable", { splitting: false });
