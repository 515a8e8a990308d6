// Runs the first blocks that a newcomer copies, which call a real provider. Their process answers
// the requests to the provider itself, so they need no key and no network.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { blocksOf } from "./readme-block.ts";
import { repositoryRoot } from "./workspaces.ts";

/** Replaces `fetch` by a stream of the Messages API. Each request must have the right key. */
function fakeProvider(program: string): string {
  const events = [
    {
      type: "message_start",
      message: {
        ...{ id: "msg_1", type: "message", role: "assistant", model: "claude-sonnet-5" },
        ...{ content: [], stop_reason: null, usage: { input_tokens: 1, output_tokens: 1 } },
      },
    },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: program } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } },
    { type: "message_stop" },
  ];
  const stream = events
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join("");
  return `
    globalThis.fetch = async (url, { headers }) =>
      new Headers(headers).get("authorization") === "Bearer " + process.env.ANTHROPIC_API_KEY
        ? new Response(${JSON.stringify(stream)}, { headers: { "content-type": "text/event-stream" } })
        : Response.json({ error: { type: "authentication_error" } }, { status: 401 });`;
}

const pages: readonly (readonly [file: string, program: string, output: string])[] = [
  [
    "README.md",
    "(return {:customer (:customer (first data/orders)) :due (sum-by :amount data/orders)})",
    "{ customer: 'ann', due: 20 }\n",
  ],
  [
    "packages/subagent/README.md",
    "(return (map (fn [[name rows]] {:customer name :total (sum-by :amount rows)}) (group-by :customer (tool/orders))))",
    '[{"customer":"ann","total":25}]\n',
  ],
  [
    "docs/guides/your-first-agent.md",
    "(return (map (fn [[name rows]] {:customer name :orders (count rows)}) (group-by :customer data/orders)))",
    "[ { customer: 'ann', orders: 2 }, { customer: 'bob', orders: 1 } ]\n",
  ],
];

// The pages show the same block for other programs.
test.each(process.env["PTC_TESTS"] === undefined ? pages.slice(0, 1) : pages)(
  "the first block of %s calls its provider",
  (file, program, output) => {
    const page = readFileSync(join(repositoryRoot, file), "utf8");
    expect(page).toContain("\nexport ANTHROPIC_API_KEY=...\n```\n");
    const [block, keyless] = blocksOf(page);
    expect([block?.runs, keyless?.runs]).toEqual([false, true]);
    // Node finds the packages from here.
    const folder = mkdtempSync(join(repositoryRoot, "apps/cli/node_modules/.first-page-"));
    try {
      const preload = join(folder, "provider.mjs");
      writeFileSync(preload, fakeProvider(program));
      writeFileSync(join(folder, "main.mjs"), block?.code ?? "");
      const { stdout, stderr } = spawnSync(
        process.execPath,
        [
          "--conditions=@ptc/source",
          "--import",
          pathToFileURL(preload).href,
          join(folder, "main.mjs"),
        ],
        { encoding: "utf8", env: { ...process.env, ANTHROPIC_API_KEY: "key of a newcomer" } },
      );
      expect({ stdout, stderr }).toEqual({ stdout: output, stderr: "" });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
