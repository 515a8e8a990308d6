// `npm create ptc`: asks what isn't given, and writes a project into an empty folder.

import { relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  hasModel,
  isProvider,
  isTemplate,
  providers,
  templates,
  type Provider,
  type Template,
} from "./choices.ts";
import { help } from "./help.ts";
import { FolderError, writeProject } from "./write-project.ts";

/** The parts of the process that the command uses. */
export interface CreateHost {
  /** The folder in which the new one is made. */
  readonly folder: string;
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
  /** Asks the user at a terminal. Without it, everything that isn't given has its default. */
  readonly ask?: (question: string) => Promise<string>;
}

const options = {
  template: { type: "string" },
  provider: { type: "string" },
  yes: { type: "boolean" },
  help: { type: "boolean" },
} as const;

/** A wrong argument or answer. */
class UsageError extends Error {}

/**
 * Runs `create-ptc` with the given arguments. Resolves to the exit code: 0 for success, 1 if the
 * project can't be written, 2 for wrong usage.
 */
export async function main(words: readonly string[], host: CreateHost): Promise<number> {
  try {
    const { values, positionals } = parsed(words);
    if (values.help === true) {
      host.print(help);
      return 0;
    }
    if (positionals.length > 1)
      throw new UsageError(`unexpected argument ${JSON.stringify(positionals[1])}`);
    const ask = values.yes === true ? undefined : host.ask;
    const given = positionals[0] ?? (await ask?.("Folder (my-ptc-app): ")) ?? "";
    const folder = given.trim() === "" ? "my-ptc-app" : given.trim();
    const template = await templateOf(values.template, ask);
    const provider = hasModel(template) ? await providerOf(values.provider, ask) : undefined;
    const target = resolve(host.folder, folder);
    await writeProject(target, { template, provider });
    for (const line of nextSteps(relative(host.folder, target), template, provider))
      host.print(line);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof FolderError)) throw error;
    host.printError(`create-ptc: ${error.message}`);
    return error instanceof UsageError ? 2 : 1;
  }
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function templateOf(given: string | undefined, ask: CreateHost["ask"]): Promise<Template> {
  const name = given ?? (await choice("Template", Object.keys(templates), ask));
  if (isTemplate(name)) return name;
  throw new UsageError(
    `unknown template ${JSON.stringify(name)}: one of ${Object.keys(templates).join(", ")}`,
  );
}

async function providerOf(given: string | undefined, ask: CreateHost["ask"]): Promise<Provider> {
  const name = given ?? (await choice("Provider", Object.keys(providers), ask));
  if (isProvider(name)) return name;
  throw new UsageError(
    `unknown provider ${JSON.stringify(name)}: one of ${Object.keys(providers).join(", ")}`,
  );
}

/** Asks for one of the names. The first one is the default. */
async function choice(
  what: string,
  names: readonly string[],
  ask: CreateHost["ask"],
): Promise<string> {
  const [first = ""] = names;
  const answer = (await ask?.(`${what} (${names.join(", ")}) [${first}]: `)) ?? "";
  return answer.trim() === "" ? first : answer.trim();
}

function nextSteps(
  folder: string,
  template: Template,
  provider: Provider | undefined,
): readonly string[] {
  const key = provider === undefined ? undefined : providers[provider].key;
  return [
    `Wrote ${templates[template]} to ${folder === "" ? "this folder" : folder}. Next:`,
    "",
    ...(folder === "" ? [] : [`  cd ${folder}`]),
    "  npm install",
    "  npm test",
    "  npm start",
    ...(key === undefined
      ? []
      : ["", `Without a key, recorded answers are used. To use the model, put ${key} into .env.`]),
  ];
}
