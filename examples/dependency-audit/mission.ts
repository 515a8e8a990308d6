// Loaded by `ptc run examples/dependency-audit`: the audit of this repository.

import { fileURLToPath } from "node:url";
import { dependencyAudit } from "./src/audit.ts";

export default dependencyAudit(fileURLToPath(new URL("../..", import.meta.url)));
