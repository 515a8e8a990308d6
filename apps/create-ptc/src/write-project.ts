// Writes a project: the files that all templates share, then those of the template.

import { cp, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { hasModel, providers, type Provider, type Template } from "./choices.ts";
import { version } from "./version.ts";

/** A folder that can't be used. */
export class FolderError extends Error {}

export interface Project {
  readonly template: Template;
  readonly provider: Provider | undefined;
}

/** One folder above both the sources and the built files. */
const templatesFolder = fileURLToPath(new URL("../templates", import.meta.url));

/** npm changes these names in packages, so templates have others. */
const renamed = [
  ["_gitignore", ".gitignore"],
  ["_package.json", "package.json"],
] as const;

/** Writes the project. @throws FolderError if the folder has files, or can't be written */
export async function writeProject(target: string, project: Project): Promise<void> {
  await makeEmpty(target);
  await cp(join(templatesFolder, "shared"), target, { recursive: true });
  if (hasModel(project.template))
    await cp(join(templatesFolder, "model"), target, { recursive: true });
  await cp(join(templatesFolder, project.template), target, { recursive: true });
  for (const [from, to] of renamed) await rename(join(target, from), join(target, to));
  await writeFile(
    join(target, "package.json"),
    `${JSON.stringify(await manifestOf(target, project), undefined, 2)}\n`,
  );
  if (hasModel(project.template)) await addModel(target, project.provider ?? "anthropic");
}

async function makeEmpty(target: string): Promise<void> {
  try {
    await mkdir(target, { recursive: true });
    const files = (await readdir(target)).filter((name) => name !== ".git");
    if (files.length === 0) return;
  } catch (error) {
    throw new FolderError(
      `${target} can't be used: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  throw new FolderError(`${target} isn't empty: choose a new folder`);
}

/** Returns the package.json: its name, and the versions that belong to this package's version. */
async function manifestOf(target: string, { provider }: Project): Promise<object> {
  const text = await readFile(join(target, "package.json"), "utf8");
  const manifest = JSON.parse(text) as { readonly dependencies: Readonly<Record<string, string>> };
  const ours = Object.keys(manifest.dependencies).filter((name) => name.startsWith("@ptc/"));
  const added = provider === undefined ? [] : [providers[provider].package];
  const versions = [...ours, ...added].map((name) => [name, `^${version()}`] as const);
  const dependencies = { ...manifest.dependencies, ...Object.fromEntries(versions) };
  return {
    name: packageName(basename(target)),
    ...manifest,
    dependencies: Object.fromEntries(
      Object.entries(dependencies).sort(([left], [right]) => (left < right ? -1 : 1)),
    ),
  };
}

/** Returns a valid name of a package. */
function packageName(folder: string): string {
  const name = folder
    .toLowerCase()
    .replaceAll(/[^a-z\d-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return name === "" ? "my-ptc-app" : name;
}

/** Writes the module of the model, and an example of its settings. */
async function addModel(target: string, provider: Provider): Promise<void> {
  const { package: name, model, key } = providers[provider];
  const source = await readFile(join(target, "src/model.ts"), "utf8");
  await writeFile(
    join(target, "src/model.ts"),
    source
      .replaceAll("@ptc/provider", name)
      .replaceAll("provider(", `${provider}(`)
      .replaceAll("{ provider }", `{ ${provider} }`)
      .replaceAll("MODEL_NAME", model)
      .replaceAll("PROVIDER_KEY", key ?? "OLLAMA_MODEL"),
  );
  const settings =
    key === undefined
      ? `# A model of your Ollama server. Without it, recorded answers are used.\nOLLAMA_MODEL=\n`
      : `# Without a key, recorded answers are used.\n${key}=\n`;
  await writeFile(join(target, ".env.example"), settings);
}
