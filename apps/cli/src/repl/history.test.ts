import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { historyBounds } from "./history-text.ts";
import { historyPath, openHistory } from "./history.ts";

let state = "";
let path = "";
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "ptc-history-"));
  path = join(state, "ptc", "history");
});
afterEach(() => {
  rmSync(state, { recursive: true, force: true });
});

const open = () => openHistory({ XDG_STATE_HOME: state });

function written(text: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

describe("the history file", () => {
  test("is at the path from the environment", () => {
    expect(historyPath({ XDG_STATE_HOME: "/state" })).toBe(join("/state", "ptc", "history"));
    const usual = join("/home/a", ".local", "state", "ptc", "history");
    expect(historyPath({ HOME: "/home/a" })).toBe(usual);
    expect(historyPath({ HOME: "/home/a", XDG_STATE_HOME: "relative" })).toBe(usual);
    expect(historyPath({ PTC_HISTORY: "/elsewhere" })).toBe("/elsewhere");
    expect(historyPath({ PTC_HISTORY: "" })).toBeUndefined();
  });

  test("is stored for the next session, readable only by its owner", async () => {
    const first = await open();
    expect(first.forms).toEqual([]);
    for (const form of ["(def a 1)", "(+ a\n   2)", "(+ a\n   2)"]) first.add(form);
    const second = await open();
    expect(second.forms).toEqual(["(+ a\n   2)", "(def a 1)"]);
    expect(readFileSync(path, "utf8")).toBe('"(def a 1)"\n"(+ a\\n   2)"\n');
    if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("becomes private if others can read it", async () => {
    written('"a"\n');
    chmodSync(path, 0o644);
    await open();
    if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("is turned off by an empty name", async () => {
    const history = await openHistory({ XDG_STATE_HOME: state, PTC_HISTORY: "" });
    history.add("(+ 1 2)");
    expect(history.forms).toEqual(["(+ 1 2)"]);
    expect((await open()).forms).toEqual([]);
  });

  test("is shortened when it exceeds the limits", async () => {
    written(Array.from({ length: 5_000 }, (_, index) => `"(+ ${String(index)} 1)"\n`).join(""));
    const { forms } = await open();
    expect([forms.length, forms[0]]).toEqual([historyBounds.forms, "(+ 4999 1)"]);
    expect(readFileSync(path, "utf8").split("\n")).toHaveLength(historyBounds.forms + 1);
    expect((await open()).forms).toEqual(forms);
  });

  test("is read without its damaged lines", async () => {
    written(Buffer.concat([Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from('"a"\n"b')]));
    const history = await open();
    expect(history.forms).toEqual(["a"]);
    history.add("c");
    expect((await open()).forms).toContain("a");
  });

  test("is left unchanged and reported if it has other content", async () => {
    written("export SECRET=1\n");
    const history = await open();
    expect(history.problem).toContain("this is not a ptc history file");
    history.add("(+ 1 2)");
    expect(readFileSync(path, "utf8")).toBe("export SECRET=1\n");
  });

  test("is optional: the session works if it can't be created", async () => {
    mkdirSync(path, { recursive: true });
    const history = await open();
    expect(history.problem).toContain("The history is off");
    history.add("a");
    expect(history.forms).toEqual(["a"]);
    const impossible = await openHistory({ PTC_HISTORY: join(state, "a\0b") });
    expect(impossible.problem).toBeDefined();
    if (process.platform === "linux")
      expect((await openHistory({ PTC_HISTORY: "/dev/zero" })).problem).toContain(
        "not a regular file",
      );
  });
});
