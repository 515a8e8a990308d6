// A page in the system's headless Firefox, over WebDriver BiDi, its own protocol. Playwright needs
// a Firefox of its own.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const usualPlaces: readonly string[] = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];
const patienceMs = 60_000;

export interface FirefoxPage {
  /** Opens an address, and waits until it is loaded. */
  readonly open: (url: string) => Promise<void>;
  /** Returns the text that an expression gives, or what its promise does. */
  readonly evaluate: (expression: string) => Promise<string>;
}

interface Answer {
  readonly id?: number;
  readonly type?: string;
  readonly message?: string;
  readonly result?: unknown;
}

/** Returns the program to start, or undefined if none is installed. */
export function findFirefox(places = usualPlaces): string | undefined {
  return places.find((place) => existsSync(place));
}

/** Opens an empty page for `use`, and ends the browser afterwards. */
export async function inFirefox<Result>(
  executablePath: string,
  use: (page: FirefoxPage) => Promise<Result>,
): Promise<Result> {
  const profile = mkdtempSync(join(tmpdir(), "ptc-firefox-"));
  const browser = spawn(
    executablePath,
    ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
    { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, HOME: profile } },
  );
  try {
    const address = await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error("Firefox doesn't start"));
      }, patienceMs);
      browser.on("error", reject);
      createInterface({ input: browser.stderr }).on("line", (line) => {
        const [, found] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
        if (found === undefined) return;
        clearTimeout(timer);
        resolve(found);
      });
    });
    return await withSocket(`${address}/session`, use);
  } finally {
    const ended = new Promise((resolve) => browser.on("exit", resolve));
    browser.kill("SIGKILL");
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function withSocket<Result>(
  address: string,
  use: (page: FirefoxPage) => Promise<Result>,
): Promise<Result> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener("message", ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", () => {
      reject(new Error("Firefox refuses the connection"));
    });
  });
  let lastId = 0;
  const send = async (method: string, params: object): Promise<unknown> => {
    const id = ++lastId;
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (answer.type === "error") throw new Error(`${method}: ${answer.message ?? "failed"}`);
    return answer.result;
  };
  try {
    await send("session.new", { capabilities: {} });
    const { contexts } = (await send("browsingContext.getTree", {})) as {
      readonly contexts: readonly { readonly context: string }[];
    };
    const context = contexts[0]?.context;
    return await use({
      open: async (url) => {
        await send("browsingContext.navigate", { context, url, wait: "complete" });
      },
      evaluate: async (expression) => {
        const { result, exceptionDetails } = (await send("script.evaluate", {
          expression,
          target: { context },
          awaitPromise: true,
        })) as {
          readonly result?: { readonly value?: unknown };
          readonly exceptionDetails?: { readonly text: string };
        };
        if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
        return String(result?.value);
      },
    });
  } finally {
    socket.close();
  }
}
