// The tables of folders in CONTRIBUTING.md agree with tools/rooms.json and with the folders.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { regenerateCommand } from "./documents.ts";
import {
  problemsOfRooms,
  readRoomTable,
  renderContributing,
  sourceFolders,
  withRooms,
} from "./rooms.ts";

const root = join(import.meta.dirname, "../../..");

test("every source folder has a line in tools/rooms.json", () => {
  expect(problemsOfRooms(readRoomTable(root), sourceFolders(root))).toEqual([]);
});

test("CONTRIBUTING.md contains the generated tables", () => {
  const { path, text } = renderContributing(root);
  expect(
    readFileSync(path, "utf8"),
    `tools/rooms.json has changed; run: ${regenerateCommand}`,
  ).toBe(text);
});

test("reports folders without a line and lines without a folder", () => {
  const table = { "packages/a": { rooms: { old: "Gone.", "kept/deep": "Deep." } } };
  const folders = ["packages/a/src/kept", "packages/a/src/kept/deep", "packages/a/src/kept/other"];
  expect(problemsOfRooms(table, folders)).toEqual([
    "tools/rooms.json: add a line for packages/a/src/kept",
    "tools/rooms.json: packages/a/src/old does not exist (remove its line)",
  ]);
});

test("changes only the text between the markers", () => {
  const begin = "<!-- rooms: generated from tools/rooms.json -->";
  const document = `before\n\n${begin}\nold\n<!-- end of rooms -->\n\nafter\n`;
  const table = { "packages/a": { note: "A note.", rooms: { values: "Values." } } };
  expect(withRooms(document, table)).toBe(
    [
      "before",
      "",
      begin,
      "",
      "### `packages/a/src`",
      "",
      "A note.",
      "",
      "| folder   | contents |",
      "| -------- | -------- |",
      "| `values` | Values.  |",
      "",
      "<!-- end of rooms -->",
      "",
      "after",
      "",
    ].join("\n"),
  );
  expect(() => withRooms("no markers", table)).toThrow("end of rooms");
});
