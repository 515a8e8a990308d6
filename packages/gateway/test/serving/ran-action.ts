// Runs an action of `ptc mcp` in this process, with files in a temporary folder.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Readable, Writable } from "node:stream";
import { runGateway, type GatewayHost, type GatewayRequest } from "../../src/index.ts";
import { temporaryFolder } from "./served.ts";

export interface Outcome {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

type Given = Partial<GatewayRequest> & { readonly action: GatewayRequest["action"] };

export interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: Readable & { isTTY?: boolean };
  readonly onSignal?: GatewayHost["onSignal"];
  readonly onOutput?: (text: string) => void;
}

/** Runs the action in a folder, which is the home folder as well. */
export async function ran(
  folder: string,
  request: Given,
  options: RunOptions = {},
): Promise<Outcome> {
  const texts = { output: "", errors: "" };
  const collector = (name: keyof typeof texts): Writable =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        texts[name] += chunk.toString();
        done();
        if (name === "output") onOutput(texts.output);
      },
    });
  const { environment = {}, input = Readable.from([]), onSignal = () => () => undefined } = options;
  const { onOutput = () => undefined } = options;
  const code = await runGateway(
    { command: "ptc mcp", ...request },
    {
      input,
      output: collector("output"),
      errors: collector("errors"),
      environment: { HOME: folder, ...environment },
      folder,
      onSignal,
    },
  );
  return { code, ...texts };
}

/** Writes files by their paths, and returns their folder. */
export function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  }
  return folder;
}
