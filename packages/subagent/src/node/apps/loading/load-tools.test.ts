import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadAgentTools } from "./load-agent-tools.ts";
import { loadTools } from "./load-tools.ts";

let folder = "";
const modules: Readonly<Record<string, string>> = {
  "named.mjs": `export const limit = 3;
    export const find = ({ id }) => id;
    export const add = { description: "adds", execute: ({ a, b }) => a + b };`,
  "fields.mjs":
    'export const helper = () => 1; export default { "look-up": () => 2, ["__proto__"]: () => 3 };',
  "one.mjs": "export default { execute: () => 1 };",
  "record.mjs":
    "export const limit = 3; export const tools = { find: () => 1 }; export const add = () => 2;",
  "listed.mjs": 'export const tools = ["find"]; export const find = () => 1;',
  "default.mjs": "export default function find() {} export const add = () => 2;",
  "unnamed.mjs": "const [one] = [() => 1]; export default one;",
  "odd-record.mjs": "export const tools = { find: () => 1, limit: 3 };",
  "typed.ts": "export const double = ({ n }: { n: number }): number => 2 * n;",
  "signed.mjs":
    'export const half = { signature: "(n :int) -> :float", execute: ({ n }) => n / 2 };',
  "schemas.mjs": `import { inputSchema, outputSchema, signature } from ${JSON.stringify(import.meta.resolve("@ptc/signature"))};
    const contract = signature("(id :string) -> :float");
    const execute = () => 1;
    export const find = { inputSchema: inputSchema(contract), outputSchema: outputSchema(contract), execute };
    export const own = { ...find, callForm: "(tool/own …)" };
    const validate = (value) => ({ value });
    export const silent = { inputSchema: { "~standard": { version: 1, vendor: "own", validate } }, execute };`,
  "none.mjs": "export const limit = 3;",
  "no-tool.mjs": "export default { find: () => 1, limit: 3 };",
  "odd-field.mjs": "export const find = { execute: () => 1, descripton: 'finds' };",
  "odd-signature.mjs": 'export const find = { execute: () => 1, signature: "(n :itn)" };',
  "throws.mjs": 'throw new Error("at load");',
  "waits.mjs": "await new Promise((resolve) => setTimeout(resolve, 2 ** 30).unref());",
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-tools-"));
  mkdirSync(join(folder, "folder"));
  for (const [name, source] of Object.entries(modules)) writeFileSync(join(folder, name), source);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("tools of a module", () => {
  test.each([
    ["named.mjs", ["add", "find"]],
    ["fields.mjs", ["look-up", "__proto__"]],
    ["typed.ts", ["double"]],
    ["record.mjs", ["add", "find"]],
    ["listed.mjs", ["find"]],
    ["default.mjs", ["find", "add"]],
    ["signed.mjs", ["half"]],
  ])(
    "loads the tools of %s from its exports, or from the fields of its default export",
    async (path, names) => {
      expect(Object.keys(await loadTools({ folder, path }))).toEqual(names);
    },
  );

  test("turns the signature of a tool into schemas and a call form", async () => {
    const { half } = await loadTools({ folder, path: "signed.mjs" });
    expect(half).toHaveProperty("inputSchema");
    expect(half).toHaveProperty("outputSchema");
    expect(half).toHaveProperty("callForm", "(tool/half {:n :int}) -> :float");
    expect(half).not.toHaveProperty("signature");
  });

  test("gives tools with schemas a call form, unless they have one", async () => {
    const { find, own, silent } = await loadTools({ folder, path: "schemas.mjs" });
    expect(find).toHaveProperty("callForm", "(tool/find {:id :string}) -> :float");
    expect(own).toHaveProperty("callForm", "(tool/own …)");
    expect(silent).toHaveProperty("callForm", "(tool/silent {…})");
  });

  test.each([
    ["none.mjs", "tools module none.mjs: found no tools; expected exports, or a default export"],
    [
      "one.mjs",
      "tools module one.mjs: the default export is a tool without a name: export it by its name, or export default { name: tool }",
    ],
    ["unnamed.mjs", "tools module unnamed.mjs: the default export is a tool without a name"],
    [
      "odd-record.mjs",
      "tools module odd-record.mjs: limit: expected a function, or an object with",
    ],
    ["no-tool.mjs", "tools module no-tool.mjs: limit: expected a function, or an object with"],
    ["odd-field.mjs", "tools module odd-field.mjs: find.descripton: unknown option"],
    ["odd-signature.mjs", "tools module odd-signature.mjs: signature of find: "],
    ["throws.mjs", "tools module throws.mjs: can't be loaded: at load"],
    ["missing.mjs", "tools module missing.mjs: no such file"],
    ["folder", "tools module folder: this is not a file"],
  ])("rejects %s and says what is wrong", async (path, message) => {
    await expect(loadTools({ folder, path })).rejects.toThrow(message);
  });

  test("stops waiting for a module at the time limit", async () => {
    await expect(loadTools({ folder, path: "waits.mjs", timeoutMs: 50 })).rejects.toThrow(
      "tools module waits.mjs: loading took longer than 0.05 seconds; check its top-level await",
    );
  });
});

describe("tools of an agent", () => {
  beforeAll(() => {
    const subagent = JSON.stringify(import.meta.resolve("@ptc/subagent"));
    writeFileSync(
      join(folder, "agents.mjs"),
      `import { askUser, asTool, defineAgent, tool } from ${subagent};
       export const agent = defineAgent({ prompt: "Say {{word}}.", signature: "(word :string) -> :string" });
       export const say = asTool(agent);
       export const ask = askUser();
       export const pay = tool({ signature: "(to :string) -> :string", needsApproval: true, execute: String });`,
    );
    writeFileSync(join(folder, "other.mjs"), "export const say = () => 1;");
    writeFileSync(join(folder, "odd-name.mjs"), "export default { 'a b': () => 1 };");
  });
  const loaded = (...paths: readonly string[]) =>
    loadAgentTools(paths.map((path) => ({ folder, path })));

  test("can be those of several modules, and other agents", async () => {
    const tools = await loaded("agents.mjs", "named.mjs");
    expect(Object.keys(tools).sort()).toEqual(["add", "ask", "find", "pay", "say"]);
  });

  test.each([
    [
      ["agents.mjs", "other.mjs"],
      'tools modules agents.mjs and other.mjs both have a tool "say": rename one of them',
    ],
    [["no-tool.mjs"], "tools module no-tool.mjs: limit: expected a function, a tool with an"],
    [["odd-field.mjs"], "tools module odd-field.mjs: find.descripton: unknown option"],
    [["odd-name.mjs"], 'tools module odd-name.mjs: "a b": is not a valid tool name'],
    [["none.mjs"], "tools module none.mjs: found no tools; expected exports, or a default"],
  ])("rejects %j and says what is wrong", async (paths, message) => {
    await expect(loaded(...paths)).rejects.toThrow(message);
  });
});
