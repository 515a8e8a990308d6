// Loaded by `ptc run examples/failed-run`: three recorded runs, of which one failed.

import { join } from "node:path";
import { buildTraceTree } from "@ptc/tracer";
import { readTraceFiles } from "@ptc/tracer/node";
import { explainFailure } from "./src/explain-failure.ts";

const folder = join(import.meta.dirname, "runs");

export default explainFailure(async () => buildTraceTree((await readTraceFiles(folder)).events));
