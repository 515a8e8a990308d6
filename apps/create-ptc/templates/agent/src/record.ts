// Asks the model of the provider, and stores its answers for the test.

import { writeFileSync } from "node:fs";
import { createModelRecorder } from "@ptc/llm";
import { run } from "@ptc/subagent";
import { agent } from "./agent.ts";
import { providerModel, recordingFile } from "./model.ts";

const model = providerModel();
if (model === undefined) {
  console.error("Recording needs a model: copy .env.example to .env, and fill it in.");
  process.exit(1);
}
const recorder = createModelRecorder(model);
const step = await run(agent, { llm: recorder.llm });
if (!step.ok) {
  console.error(`Nothing was stored: ${step.fail.reason}: ${step.fail.message}`);
  process.exit(1);
}
writeFileSync(recordingFile, `${JSON.stringify(recorder.recording(), undefined, 2)}\n`);
console.log(`Stored the answers of a run that returned ${JSON.stringify(step.return)}.`);
