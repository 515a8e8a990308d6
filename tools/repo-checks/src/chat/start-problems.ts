// Starts the chat as `npm start -- examples/chat-app` does, and ends it as Ctrl-C does.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { repositoryRoot } from "../workspaces.ts";

export async function problemsOfStart(): Promise<readonly string[]> {
  const main = "examples/chat-app/src/main.ts";
  const child = spawn(process.execPath, ["--conditions=@ptc/source", main], {
    cwd: repositoryRoot,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const errors = text(child.stderr);
  const ended = once(child, "exit");
  try {
    const data = await Promise.race([once(child.stdout.setEncoding("utf8"), "data"), ended]);
    const [, url] =
      /^The chat is at (http:\S+) with the offline model /.exec(String(data[0])) ?? [];
    if (url === undefined) return [`start: printed ${String(data[0])} ${await errors}`];
    const page = await (await fetch(url)).text();
    if (!page.includes("Ask your table")) return [`start: ${url} has another page`];
    child.kill("SIGINT");
    const [code] = (await ended) as [number | null];
    const printed = await errors;
    return code === 0 && printed === "" ? [] : [`start: ended with ${String(code)} ${printed}`];
  } finally {
    child.kill();
  }
}
