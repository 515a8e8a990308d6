// The tools and libraries that programs of a project can use, from its `ptc.json`. No server is
// started: the tools of a server are those that it had when its pins were written.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { recordOf } from "@ptc/core/internal/values";
import type { Configuration, ModuleUpstream, pinFolder, readConfiguration } from "@ptc/gateway";
import type { Libraries, Tools } from "@ptc/lisp";
import { namedTools } from "@ptc/lisp/internal";
import { messageOf, optionalPackage } from "../files/optional-package.ts";
import { givenLibraries } from "../library/given-libraries.ts";
import type { KnownTool, ModuleTools } from "./module-tools.ts";

export interface Project {
  readonly tools: ReadonlyMap<string, KnownTool>;
  /** True for a name that may be that of a tool, although it isn't in `tools`. */
  readonly mayHaveTool: (name: string) => boolean;
  readonly libraries?: Libraries;
  /** The files and folders from which it was read. */
  readonly files: readonly string[];
  /** The reasons why parts couldn't be read, for the client's log. */
  readonly problems: readonly string[];
}

/** A project without `ptc.json`: programs may call any tool. */
export const unknownProject: Project = {
  tools: new Map(),
  mayHaveTool: () => true,
  files: [],
  problems: [],
};

interface GatewayPackage {
  readonly readConfiguration: typeof readConfiguration;
  readonly pinFolder: typeof pinFolder;
}

export interface ProjectOptions {
  /** Lists the tools of a module without running it in this thread. */
  readonly moduleTools: (path: string) => Promise<ModuleTools>;
  readonly load?: () => Promise<GatewayPackage>;
}

/** The name of the file in the folder of the project. */
const configurationName = "ptc.json";

/** Tools that the gateway adds to servers, which are never pinned. */
const serverTools = ["list-resources", "read-resource"];

/** Reads the project in a folder. Never rejects: `problems` lists unreadable parts. */
export async function readProject(
  folder: string,
  { moduleTools, load = () => import("@ptc/gateway") }: ProjectOptions,
): Promise<Project> {
  const file = join(folder, configurationName);
  if (!existsSync(file)) return unknownProject;
  try {
    const gateway = await optionalPackage(
      load,
      "the tools of ptc.json need the package @ptc/gateway: npm install @ptc/gateway",
    );
    const configuration = await gateway.readConfiguration(file);
    return await projectOf(configuration, gateway.pinFolder(configuration.pins), moduleTools);
  } catch (error) {
    return { ...unknownProject, problems: [messageOf(error)] };
  }
}

async function projectOf(
  { upstreams, libraries: libraryFolder, folder, pins: pinsPath }: Configuration,
  pins: ReturnType<typeof pinFolder>,
  moduleTools: ProjectOptions["moduleTools"],
): Promise<Project> {
  const tools = new Map<string, KnownTool>();
  const problems: string[] = [];
  const unlisted = new Set<string>();
  const files = [join(folder, configurationName), pinsPath];
  if (libraryFolder !== undefined) files.push(libraryFolder);
  const used = upstreams.filter(({ isDisabled }) => !isDisabled);
  await Promise.all(
    used.map(async (upstream) => {
      const { name } = upstream;
      try {
        if (upstream.kind === "module") files.push(upstream.path);
        const known =
          upstream.kind === "module"
            ? toolsOfModule(upstream, await moduleTools(upstream.path))
            : await pinnedTools(pins, name);
        if (known === undefined) unlisted.add(name);
        for (const tool of known ?? []) tools.set(tool.name, tool);
      } catch (error) {
        unlisted.add(name);
        problems.push(`${name}: ${messageOf(error)}`);
      }
    }),
  );
  const libraries = await givenLibraries({ folder }, libraryFolder).catch((error: unknown) => {
    problems.push(messageOf(error));
    return {};
  });
  const mayHaveTool = (name: string): boolean => unlisted.has(name.split("/", 1)[0] ?? "");
  return { tools, mayHaveTool, files, problems, ...libraries };
}

/** Returns the pinned tools of a server, or undefined if it has none yet. */
async function pinnedTools(
  pins: ReturnType<typeof pinFolder>,
  upstream: string,
): Promise<ModuleTools | undefined> {
  const pinned = await pins.read(upstream);
  if (pinned === undefined) return undefined;
  return [...pinned.keys(), ...serverTools.map((name) => `${upstream}/${name}`)].map((name) => ({
    name,
  }));
}

function toolsOfModule({ name, include }: ModuleUpstream, tools: ModuleTools): ModuleTools {
  return tools
    .filter((tool) => include === undefined || include.includes(tool.name))
    .map((tool) => ({ ...tool, name: `${name}/${tool.name}` }));
}

/** Returns tools for `check`, which doesn't call them: the known ones, and those that may exist. */
export function checkedTools({ tools, mayHaveTool }: Project, source: string): Tools {
  const named = namedTools(source).filter(mayHaveTool);
  return recordOf([...tools.keys(), ...named].map((name) => [name, () => null]));
}
