// Builds the page and serves it until the process is stopped.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPage } from "./build-page.ts";
import { startChatServer } from "./chat-server.ts";
import { modelNamed, offlineModel } from "./models.ts";

const usualPort = 8090;
const paceMs = 15;

const { PTC_CHAT_MODEL: name } = process.env;
const choose = name === undefined ? offlineModel(paceMs) : modelNamed(name);
const folder = mkdtempSync(join(tmpdir(), "ptc-chat-app-"));
process.once("exit", () => {
  rmSync(folder, { recursive: true, force: true });
});
await buildPage(folder);
const server = await startChatServer({ folder, choose, port: usualPort }).catch(
  (error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    // Another program uses the port, so any free one will do.
    return startChatServer({ folder, choose });
  },
);
console.log(`The chat is at ${server.url} with ${name ?? "the offline model"} (Ctrl-C ends this).`);
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    void server.stop().then(() => process.exit(0));
  });
