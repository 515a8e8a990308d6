// The tables of folders in CONTRIBUTING.md, from tools/rooms.json. Every folder directly below the
// `src` of a workspace has one line there; a deeper folder may have one.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The folders of one workspace, by their paths below its `src`. */
export interface WorkspaceRooms {
  /** A sentence above the table. */
  readonly note?: string;
  readonly rooms: Readonly<Record<string, string>>;
}

/** By the folder of the workspace, in the order of the document. */
export type RoomTable = Readonly<Record<string, WorkspaceRooms>>;

const begin = "<!-- rooms: generated from tools/rooms.json -->";
const end = "<!-- end of rooms -->";

const tablePath = "tools/rooms.json";

export function readRoomTable(root: string): RoomTable {
  return JSON.parse(readFileSync(join(root, tablePath), "utf8")) as RoomTable;
}

/**
 * Returns every folder with sources, such as `packages/core/src/values`, including deeper folders.
 */
export function sourceFolders(root: string): readonly string[] {
  const files = globSync("{packages,apps}/{*,providers/*,stores/*}/src/*/**/*.{ts,tsx}", {
    cwd: root,
  });
  const folders = new Set<string>();
  for (const file of files) {
    const parts = file.replaceAll("\\", "/").split("/");
    const first = parts.indexOf("src") + 2;
    for (let length = first; length < parts.length; length++)
      folders.add(parts.slice(0, length).join("/"));
  }
  return [...folders].sort();
}

/** Returns CONTRIBUTING.md with its tables of folders; the rest of it is written by hand. */
export function renderContributing(root: string): { readonly path: string; readonly text: string } {
  const path = join(root, "CONTRIBUTING.md");
  const text = readFileSync(path, "utf8").replaceAll("\r\n", "\n");
  return { path, text: withRooms(text, readRoomTable(root)) };
}

/** Returns the folders without a line and the lines without a folder, one problem each. */
export function problemsOfRooms(table: RoomTable, folders: readonly string[]): readonly string[] {
  const described = new Set(
    Object.entries(table).flatMap(([workspace, { rooms }]) =>
      Object.keys(rooms).map((room) => `${workspace}/src/${room}`),
    ),
  );
  const existing = new Set(folders);
  const isRoom = (folder: string): boolean => !/\/src\/.*\//.test(folder);
  return [
    ...folders
      .filter((folder) => isRoom(folder) && !described.has(folder))
      .map((folder) => `${tablePath}: add a line for ${folder}`),
    ...[...described]
      .filter((folder) => !existing.has(folder))
      .map((folder) => `${tablePath}: ${folder} does not exist (remove its line)`),
  ];
}

/** Returns `document` with the tables between its markers. Throws if a marker is missing. */
export function withRooms(document: string, table: RoomTable): string {
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`expected ${begin} and ${end} in CONTRIBUTING.md`);
  return `${document.slice(0, from + begin.length)}\n\n${roomTables(table)}\n\n${document.slice(to)}`;
}

function roomTables(table: RoomTable): string {
  return Object.entries(table)
    .flatMap(([workspace, { note, rooms }]) => [
      `### \`${workspace}/src\``,
      ...(note === undefined ? [] : [note]),
      alignedTable([
        ["folder", "contents"],
        ...Object.entries(rooms).map(([room, text]) => [`\`${room}\``, text]),
      ]),
    ])
    .join("\n\n");
}

/** Returns a table in Prettier's layout, because `npm run format` covers CONTRIBUTING.md. */
function alignedTable([heads = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[], fill: string): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(" | ")} |`;
  return [
    line(heads, " "),
    line(
      heads.map(() => ""),
      "-",
    ),
    ...rows.map((row) => line(row, " ")),
  ].join("\n");
}
