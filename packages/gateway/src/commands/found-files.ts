// Finds the files in which other clients keep their MCP servers.

import { existsSync } from "node:fs";
import { join } from "node:path";

/** A file of another client. */
export interface FoundFile {
  readonly client: string;
  readonly path: string;
  /** The path as people write it. */
  readonly shown: string;
  /** True for a file of this project; others concern all of this user's projects. */
  readonly isOfProject: boolean;
}

const projectFiles: readonly (readonly [client: string, path: string])[] = [
  ["Claude Code", ".mcp.json"],
  ["Cursor", ".cursor/mcp.json"],
  ["VS Code", ".vscode/mcp.json"],
];

/** The folders of Claude Desktop's file by platform, from the home folder. */
const desktopFolders: readonly string[] = [
  "Library/Application Support/Claude",
  "AppData/Roaming/Claude",
  ".config/Claude",
];

/** Returns the files that exist. */
export function foundFiles(folder: string, home: string | undefined): readonly FoundFile[] {
  const files: FoundFile[] = projectFiles.map(([client, path]) => ({
    client,
    path: join(folder, path),
    shown: path,
    isOfProject: true,
  }));
  if (home !== undefined)
    for (const inHome of desktopFolders) {
      const path = join(inHome, "claude_desktop_config.json");
      files.push({
        client: "Claude Desktop",
        path: join(home, path),
        shown: `~/${path}`,
        isOfProject: false,
      });
    }
  return files.filter(({ path }) => existsSync(path));
}
