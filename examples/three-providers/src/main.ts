// Prints the requests to each provider and the agent's answer: npm start --
// examples/three-providers

import { overThreeProviders } from "./over-three-providers.ts";

const longestText = 60;

function shortened(_: string, value: unknown): unknown {
  return typeof value === "string" && value.length > longestText
    ? `${value.slice(0, longestText)}… (${String(value.length)} characters)`
    : value;
}

for (const { provider, step, requests } of await overThreeProviders()) {
  console.log(`\n== ${provider}`);
  for (const { path, body } of requests)
    console.log(`POST ${path}\n${JSON.stringify(body, shortened, 2)}`);
  const { inputTokens = 0, outputTokens = 0 } = step.usage ?? {};
  console.log(
    step.ok
      ? `Answer: ${JSON.stringify(step.return)} (${String(inputTokens)} tokens in, ${String(outputTokens)} out)`
      : `Failed: ${step.fail.message}`,
  );
}
