// Reads the public entries of packages with TypeDoc: one model of all packages, so that a name that
// one package re-exports points to the package that documents it.
import { join } from "node:path";
import {
  Application,
  Converter,
  type Context,
  type DeclarationReflection,
  type ProjectReflection,
  type Reflection,
} from "typedoc";
import type ts from "typescript";
import {
  isInternal,
  listPublished,
  repositoryRoot,
  subpathsOf,
  type Workspace,
} from "../../repo-checks/src/workspaces.ts";

/** One public entry of a package, such as `@ptc/core/values`, with what it exports. */
export interface Entry {
  readonly specifier: string;
  readonly module: DeclarationReflection;
}

export interface DocumentedPackage {
  readonly name: string;
  readonly description: string;
  readonly entries: readonly Entry[];
}

/** All packages, and where their names are declared. */
export interface Documented {
  readonly packages: readonly DocumentedPackage[];
  readonly declarationsOf: (reflection: DeclarationReflection) => readonly ts.Node[];
}

/**
 * Every published package with its public entries; internal entries are absent. `program` has the
 * entries of all published packages.
 */
export async function documentedPackages(program: ts.Program): Promise<Documented> {
  const published = listPublished();
  const declarations = new Map<Reflection, readonly ts.Node[]>();
  const project = await projectOf(published, program, (context) => {
    for (const reflection of Object.values(context.project.reflections))
      declarations.set(reflection, context.getSymbolFromReflection(reflection)?.declarations ?? []);
  });
  const modules = new Map(project.children?.map((module) => [module.name, module]));
  const packages = published.map((workspace) => ({
    name: workspace.manifest.name,
    description: workspace.manifest.description ?? "",
    entries: publicSubpaths(workspace).flatMap(({ specifier }) => {
      const module = modules.get(specifier);
      return module === undefined ? [] : [{ specifier, module }];
    }),
  }));
  return {
    packages,
    declarationsOf: (reflection) => declarations.get(reflection) ?? [],
  };
}

function publicSubpaths(workspace: Workspace): ReturnType<typeof subpathsOf> {
  return subpathsOf(workspace).filter((subpath) => !isInternal(subpath));
}

async function projectOf(
  workspaces: readonly Workspace[],
  program: ts.Program,
  onConverted: (context: Context) => void,
): Promise<ProjectReflection> {
  const application = await Application.bootstrap({
    name: "ptc",
    logLevel: "Error",
    skipErrorChecking: true,
    readme: "none",
    disableSources: true,
    disableGit: true,
    excludeInternal: true,
    excludePrivate: true,
    excludeProtected: true,
    excludeExternals: false,
    sort: ["alphabetical"],
    blockTags: ["@param", "@returns", "@throws", "@example", "@typeParam", "@remarks"],
  });
  // TypeDoc forgets the symbols behind its model once it is done.
  application.converter.on(Converter.EVENT_RESOLVE_END, onConverted);
  const subpaths = workspaces.flatMap(publicSubpaths);
  return application.converter.convert(
    subpaths.map(({ specifier, source }) => {
      const sourceFile = program.getSourceFile(join(repositoryRoot, source));
      if (sourceFile === undefined) throw new Error(`${source} does not exist`);
      return { displayName: specifier, program, sourceFile };
    }),
  );
}
