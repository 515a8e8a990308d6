// Writes projects into temporary folders. The check `newcomer` also installs, compiles and tests
// them.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { providers, templates } from "./choices.ts";
import { main, type CreateHost } from "./main.ts";
import { version } from "./version.ts";

const folder = mkdtempSync(join(tmpdir(), "create-ptc-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function created(
  words: readonly string[],
  ask?: CreateHost["ask"],
): Promise<{ readonly code: number; readonly lines: string; readonly errors: string }> {
  const lines: string[] = [];
  const errors: string[] = [];
  const code = await main(words, {
    folder,
    print: (line) => lines.push(line),
    printError: (line) => errors.push(line),
    ...(ask === undefined ? {} : { ask }),
  });
  return { code, lines: lines.join("\n"), errors: errors.join("\n") };
}

/** The templates with a model for each provider, and the others without one. */
const kinds = Object.keys(templates).flatMap((template) => {
  const hasModel = template === "agent" || template === "chat-app";
  const names: readonly (string | undefined)[] = hasModel ? Object.keys(providers) : [undefined];
  return names.map((provider) => ({ template, provider }));
});

test.each(kinds)("writes $template for $provider", async ({ template, provider }) => {
  const name = `${template}-${String(provider)}`;
  const given = provider === undefined ? [] : ["--provider", provider];
  const { code, lines } = await created([name, "--template", template, ...given]);
  expect(code).toBe(0);
  expect(lines).toContain(`  cd ${name}\n  npm install\n  npm test\n  npm start`);
  const read = (file: string): string => readFileSync(join(folder, name, file), "utf8");
  const { dependencies, ...manifest } = JSON.parse(read("package.json")) as {
    readonly name: string;
    readonly dependencies: Readonly<Record<string, string>>;
  };
  expect(manifest.name).toBe(name);
  for (const [each, wanted] of Object.entries(dependencies))
    if (each.startsWith("@ptc/")) expect(wanted, each).toBe(`^${version()}`);
  expect(Object.values(dependencies)).not.toContain("");
  expect(Object.hasOwn(dependencies, `@ptc/${String(provider)}`)).toBe(provider !== undefined);
  const files = readdirSync(join(folder, name), { recursive: true, encoding: "utf8" });
  expect(files).toContain(".gitignore");
  expect(files.filter((file) => file.startsWith("_"))).toEqual([]);
  const sources = files.filter((file) => /\.(ts|json)$/.test(file)).map(read);
  for (const text of sources) expect(text).not.toMatch(/PROVIDER_KEY|MODEL_NAME|@ptc\/provider/);
  expect(existsSync(join(folder, name, ".env.example"))).toBe(provider !== undefined);
});

test("asks what isn't given, and takes the first choice for an empty answer", async () => {
  const questions: string[] = [];
  const answers = ["Asked Here!", "chat-app", ""];
  const { code } = await created([], (question) => {
    questions.push(question);
    return Promise.resolve(answers[questions.length - 1] ?? "");
  });
  expect(code).toBe(0);
  expect(questions).toEqual([
    "Folder (my-ptc-app): ",
    "Template (agent, chat-app, mcp-server, sandbox) [agent]: ",
    "Provider (anthropic, openai, google, ollama) [anthropic]: ",
  ]);
  const manifest = readFileSync(join(folder, "Asked Here!/package.json"), "utf8");
  expect(JSON.parse(manifest)).toMatchObject({ name: "asked-here" });
});

test("asks nothing with --yes", async () => {
  const { code } = await created(["--yes"], () => expect.fail("asked"));
  expect(code).toBe(0);
  expect(existsSync(join(folder, "my-ptc-app/src/agent.ts"))).toBe(true);
});

test("never writes into a folder with files, except those of git", async () => {
  mkdirSync(join(folder, "used/.git"), { recursive: true });
  expect((await created(["used", "--template", "sandbox"])).code).toBe(0);
  const { code, errors } = await created(["used", "--yes"]);
  expect(code).toBe(1);
  expect(errors).toBe(`create-ptc: ${join(folder, "used")} isn't empty: choose a new folder`);
  writeFileSync(join(folder, "file"), "");
  expect((await created(["file", "--yes"])).errors).toContain("can't be used");
});

test.each([
  [["--template", "page"], 'unknown template "page": one of agent, chat-app'],
  [["--template", "__proto__"], 'unknown template "__proto__"'],
  [["--provider", "toString"], 'unknown provider "toString": one of anthropic'],
  [["a", "b"], 'unexpected argument "b"'],
  [["--frob"], "--frob"],
])("rejects %j", async (words, message) => {
  const { code, errors } = await created(words);
  expect(code).toBe(2);
  expect(errors).toContain(message);
});
