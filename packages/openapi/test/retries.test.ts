import { createScriptedModel } from "@ptc/llm";
import { run } from "@ptc/subagent";
import { expect, test } from "vitest";
import { openApiTools } from "@ptc/openapi";
import { documentOf, recordedFetch } from "./recorded-fetch.ts";

const program = "(return (try (tool/a) (catch Exception e (ex-message e))))";

async function asked(
  method: string,
  answers: readonly (() => Response)[],
  retries = 2,
): Promise<{
  readonly answer: unknown;
  readonly requests: number;
  readonly waits: readonly number[];
}> {
  const left = [...answers];
  const { fetch, sent } = recordedFetch(() => left.shift()?.() ?? Response.json("done"));
  const { tools } = openApiTools(documentOf({ [`${method} /a`]: { operationId: "a" } }), {
    fetch,
    retries,
  });
  const waits: number[] = [];
  let now = 0;
  const step = await run("Ask.", {
    llm: createScriptedModel([program]),
    tools,
    clock: {
      now: () => now,
      monotonic: () => now,
      sleep: async (milliseconds, signal) => {
        // The time limits of the run and the call are longer than any retry delay.
        if (milliseconds > 29_999) await untilAborted(signal);
        else {
          waits.push(milliseconds);
          now += milliseconds;
        }
      },
    },
  });
  return { answer: step.ok ? step.return : step.fail, requests: sent.length, waits };
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => {
      resolve();
    });
  });
}

const busy = (status: number, after?: string) => (): Response =>
  new Response("busy", {
    status,
    ...(after === undefined ? {} : { headers: { "retry-after": after } }),
  });

test("retries a temporary failure after the delay that the server requests", async () => {
  const { answer, requests, waits } = await asked("GET", [busy(503, "7"), busy(429)]);
  expect([answer, requests]).toEqual(["done", 3]);
  expect(waits[0]).toBe(7_000);
});

test.each([
  ["what would fail again", "GET", busy(404)],
  ["who has to wait for an hour", "GET", busy(503, "3600")],
  ["a method that may not be repeated", "POST", busy(500)],
  ["one that may not be repeated, and that was refused", "POST", busy(503)],
])("sends %s only once", async (_, method, answer) => {
  expect((await asked(method, [answer])).requests).toBe(1);
});

test("a failure reports when to retry", async () => {
  const { answer } = await asked("GET", [busy(429, "5")], 0);
  expect(answer).toBe("GET /a answered 429: busy");
});
