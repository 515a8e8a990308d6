// Pool processes that start from compiled code, as the build makes it.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { packed } from "../../src/node/code-cache/cache-format.ts";
import { FrameReader } from "../../src/node/frames.ts";
import { PoolCode } from "../../src/node/pool-code.ts";
import { buildLanguageScripts } from "../../tsup.language.ts";

const root = mkdtempSync(join(tmpdir(), "ptc-pool-code-"));
const built = join(root, "dist");
let folder = "";
let count = 0;

beforeAll(async () => {
  await buildLanguageScripts(fileURLToPath(new URL("../..", import.meta.url)), built);
});
beforeEach(() => {
  folder = join(root, `cache-${String(++count)}`);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const codeOf = (): PoolCode => new PoolCode({ PTC_CODE_CACHE: folder }, join(built, "scripts"));
const usual = ["--max-old-space-size=512", "--disallow-code-generation-from-strings"];

interface Started {
  readonly mode: string | undefined;
  readonly ready: unknown;
}

/** Starts a process like the pool does, and waits until it is ready. */
async function start(code = codeOf(), options: readonly string[] = usual): Promise<Started> {
  const handed = code.handOver([process.execPath, ...options]);
  if (handed === undefined) return { mode: undefined, ready: undefined };
  const child = spawn(
    process.execPath,
    [...options, join(built, "pool-start.cjs"), "8000000", "512", ...handed.words],
    { env: {}, stdio: ["ignore", "ignore", "ignore", "pipe", handed.descriptor] },
  );
  handed.started();
  const pipe = child.stdio[3] as unknown as Socket;
  const reader = new FrameReader(8_000_000);
  const ready = await new Promise((resolve) => {
    pipe.on("data", (chunk) => {
      for (const body of reader.push(chunk)) resolve(JSON.parse(body.toString()));
    });
    child.on("exit", (status) => resolve({ status }));
  });
  if (typeof ready === "object" && ready !== null && "type" in ready)
    handed.ready("isCodeRejected" in ready && ready.isCodeRejected === true);
  child.kill();
  await new Promise((resolve) =>
    (child.exitCode ?? child.signalCode) === null ? child.on("exit", resolve) : resolve(0),
  );
  handed.gone(false);
  return { mode: handed.words[0], ready };
}

const isReady = { type: "ready", isCodeRejected: false };

describe.runIf(process.geteuid !== undefined)("processes of a pool", () => {
  it("the first process of a pool writes the code cache, and the next one reads it", async () => {
    expect(await start()).toEqual({ mode: "write", ready: isReady });
    const [name = ""] = readdirSync(folder);
    expect(statSync(join(folder, name)).size).toBeGreaterThan(100_000);
    expect(await start()).toEqual({ mode: "read", ready: isReady });
    expect(readdirSync(folder)).toEqual([name]);
  });

  it("only one process of a pool writes the code cache", () => {
    const code = codeOf();
    const handed = code.handOver([process.execPath]);
    expect(handed?.words[0]).toBe("write");
    expect(code.handOver([process.execPath])).toBeUndefined();
    handed?.gone(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("processes start with unusable cached code and remove it", { tags: "full" }, async () => {
    await start();
    const [name = ""] = readdirSync(folder);
    const file = readFileSync(join(folder, name));
    const key = file.toString("utf8", 16, 16 + file.readUInt32LE(8));
    writeFileSync(join(folder, name), packed(key, Buffer.alloc(100_000, 7)));
    expect(await start()).toEqual({ mode: "read", ready: { type: "ready", isCodeRejected: true } });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    [true, 0],
    [false, 1],
  ])("a process that crashed removes the code it started from: %s", async (isCrash, left) => {
    await start();
    codeOf()
      .handOver([process.execPath, ...usual])
      ?.gone(isCrash);
    expect(readdirSync(folder)).toHaveLength(left);
  });

  it("processes with other options have their own cached code", { tags: "full" }, async () => {
    await start();
    expect((await start(codeOf(), [...usual, "--stack-size=900"])).mode).toBe("write");
  });

  it.runIf(process.allowedNodeEnvironmentFlags.has("--permission"))(
    "pool processes need no permission except for the files of the package",
    async () => {
      const confined = [...usual, "--permission", `--allow-fs-read=${built}`, "--allow-worker"];
      expect(await start(codeOf(), confined)).toEqual({ mode: "write", ready: isReady });
      expect(await start(codeOf(), confined)).toEqual({ mode: "read", ready: isReady });
    },
  );

  it("processes start without a cache folder or scripts", () => {
    const nowhere = new PoolCode({ PTC_CODE_CACHE: "off" }, join(built, "scripts"));
    expect(nowhere.handOver([process.execPath])).toBeUndefined();
    const nothing = new PoolCode({ PTC_CODE_CACHE: folder }, root);
    expect(nothing.handOver([process.execPath])).toBeUndefined();
  });
});
