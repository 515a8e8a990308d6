import { run } from "@ptc/subagent";
import { agent } from "./agent.ts";
import { providerModel, recordedModel } from "./model.ts";

const model = providerModel();
if (model === undefined) console.log("There is no key in .env, so recorded answers are used.");

const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
const step = await run(agent, { llm: model ?? recordedModel(), signal: stop.signal });
if (step.ok) console.log(`${step.return.customer} owes ${step.return.due.toFixed(2)}`);
else {
  console.error(`${step.fail.reason}: ${step.fail.message}`);
  process.exitCode = 1;
}
