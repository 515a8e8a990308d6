// The official inspector and the official conformance suite, as their users run them. They are
// installed on first use, outside of the lockfile: nothing else needs their 140 MB.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { cleanEnvironment } from "../../../../scripts/environment.mjs";
import { CACHE } from "../../../../scripts/places.mjs";

const packages = {
  "@modelcontextprotocol/inspector": "2.12.0",
  "@modelcontextprotocol/conformance": "0.1.16",
} as const;

const programs = {
  inspector: "@modelcontextprotocol/inspector/clients/launcher/build/index.js",
  conformance: "@modelcontextprotocol/conformance/dist/index.js",
} as const;

/** Returns the folder with both programs. */
export function othersFolder(): string {
  const folder = join(CACHE, "mcp-programs", Object.values(packages).join("-"));
  if (existsSync(folder)) return folder;
  mkdirSync(join(CACHE, "fetching"), { recursive: true });
  const draft = mkdtempSync(join(CACHE, "fetching", "mcp-programs-"));
  writeFileSync(join(draft, "package.json"), JSON.stringify({ dependencies: packages }));
  const { status, stderr } = spawnSync(
    "npm",
    ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"],
    { cwd: draft, encoding: "utf8", env: cleanEnvironment(process.env, []) },
  );
  if (status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new Error(`the inspector and the conformance suite can't be installed: ${stderr}`);
  }
  mkdirSync(join(CACHE, "mcp-programs"), { recursive: true });
  renameSync(draft, folder);
  return folder;
}

export interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** Runs one of the programs and collects its output. */
async function runOther(
  folder: string,
  program: keyof typeof programs,
  args: readonly string[],
  cwd: string,
): Promise<Ran> {
  const child = spawn(
    process.execPath,
    [join(folder, "node_modules", programs[program]), ...args],
    {
      cwd,
      // The inspector remembers servers in the home folder.
      env: { ...cleanEnvironment(process.env, []), HOME: cwd },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  return { code, output: `${output}\n${errors}` };
}

/**
 * Scenarios of the conformance suite that expect tools, prompts or resources of its own names, or
 * features that this server doesn't offer. If one of them passes, the suite fails.
 */
const expectedFailures: Readonly<Record<string, readonly string[]>> = {
  "it doesn't offer logging, completion or subscriptions": [
    "logging-set-level",
    "completion-complete",
    "resources-subscribe",
    "resources-unsubscribe",
  ],
  "they expect tools such as test_image_content": [
    "tools-call-image",
    "tools-call-audio",
    "tools-call-embedded-resource",
    "tools-call-mixed-content",
    "tools-call-with-logging",
    "tools-call-with-progress",
    "tools-call-sampling",
    "tools-call-elicitation",
    "elicitation-sep1034-defaults",
    "elicitation-sep1330-enums",
  ],
  "they expect resources such as test://static-text": [
    "resources-read-text",
    "resources-read-binary",
    "resources-templates-read",
  ],
  "they expect prompts such as test_simple_prompt": [
    "prompts-get-simple",
    "prompts-get-with-args",
    "prompts-get-embedded-resource",
    "prompts-get-with-image",
  ],
};

/** Runs the conformance suite. Returns its problems. */
export async function conformanceProblems(folder: string, url: string): Promise<readonly string[]> {
  const scratch = mkdtempSync(join(tmpdir(), "ptc-conformance-"));
  try {
    const baseline = join(scratch, "expected.yml");
    const names = Object.values(expectedFailures).flat();
    writeFileSync(baseline, `server:\n${names.map((name) => `  - ${name}\n`).join("")}`);
    const args = ["server", "--url", url, "--expected-failures", baseline];
    const { code, output } = await runOther(folder, "conformance", args, scratch);
    const needed = ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"];
    const missing = needed.filter((name) => !output.includes(`✓ ${name}:`));
    return [
      ...(code === 0 ? [] : [`the conformance suite fails:\n${output.slice(-3_000)}`]),
      ...missing.map((name) => `the conformance suite didn't pass ${name}`),
    ];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Runs the inspector over HTTP and over standard input and output. Returns the problems. */
export async function inspectorProblems(
  folder: string,
  url: string,
  { cwd, words }: { readonly cwd: string; readonly words: readonly string[] },
): Promise<readonly string[]> {
  const program = '(count (tool/files/list_directory {:path "."}))';
  const call = ["--method", "tools/call", "--tool-name", "lisp_eval", "--tool-arg"];
  const results = await Promise.all([
    runOther(folder, "inspector", ["--cli", url, "--method", "tools/list"], cwd),
    runOther(folder, "inspector", ["--cli", url, ...call, `program=${program}`], cwd),
    runOther(
      folder,
      "inspector",
      ["--cli", process.execPath, ...words, ...call, "program=(* 6 7)"],
      cwd,
    ),
  ]);
  const wanted = [/"lisp_eval"[\s\S]*"search_tools"/, /"status": ?"ok"/, /"value": ?42/];
  return results.flatMap(({ code, output }, at) =>
    code === 0 && wanted[at]?.test(output) === true
      ? []
      : [`inspector ${String(at + 1)}: exit code ${String(code)}: ${output.slice(0, 2_000)}`],
  );
}
