// The stores of `ptc runs`. Help, errors and the READMEs derive from this table. Packages are
// loaded on first use.

import { oneLine } from "@ptc/core/internal/errors";
import { LoadError } from "@ptc/core/internal/host";
import type { RunStore } from "@ptc/core/store";
import { messageOf, optionalPackage } from "../files/optional-package.ts";
import { UsageError } from "../terminal/usage-error.ts";

interface StoreKind {
  /** The beginning of its addresses. */
  readonly schemes: readonly string[];
  readonly example: string;
  /** The package to install, if it isn't part of `ptc`. */
  readonly package: string;
  /** The name of the function that opens the store. */
  readonly opens: string;
  readonly load: () => Promise<object>;
  /** Returns the argument of `opens` for an address. */
  readonly path: (address: string, scheme: string) => string;
}

const afterScheme = (address: string, scheme: string): string => address.slice(scheme.length);
const whole = (address: string): string => address;

const storeKinds: readonly StoreKind[] = [
  {
    schemes: ["sqlite:"],
    example: "sqlite:runs.db",
    package: "@ptc/store-sqlite",
    opens: "openSqliteStore",
    load: () => imported("@ptc/store-sqlite"),
    path: afterScheme,
  },
  {
    schemes: ["postgres://", "postgresql://"],
    example: "postgres://localhost/app",
    package: "@ptc/store-postgres",
    opens: "openPostgresStore",
    load: () => imported("@ptc/store-postgres"),
    path: whole,
  },
  {
    schemes: ["file:"],
    example: "file:runs.jsonl",
    package: "@ptc/core",
    opens: "openFileStore",
    load: () => imported("@ptc/core/store/node"),
    path: afterScheme,
  },
];

/** The addresses of the help and of errors. */
const storeExamples = storeKinds.map(({ example }) => example).join(", ");

/** Not a literal in `import`, because these packages are optional. */
async function imported(name: string): Promise<object> {
  return (await import(name)) as object;
}

/** Opens the store of an address. @throws LoadError */
export async function openStore(address: string): Promise<RunStore> {
  for (const kind of storeKinds)
    for (const scheme of kind.schemes)
      if (address.startsWith(scheme)) return await opened(kind, kind.path(address, scheme));
  throw new UsageError(`unknown store ${shown(address)} (use ${storeExamples})`, {
    isAboutArguments: true,
  });
}

async function opened(kind: StoreKind, path: string): Promise<RunStore> {
  const missing = `this store needs the package ${kind.package}: npm install ${kind.package}`;
  const module = await optionalPackage(kind.load, missing);
  const { [kind.opens]: open } = { ...module } as Readonly<Record<string, unknown>>;
  if (typeof open !== "function") throw new LoadError(`${missing}@latest`);
  try {
    return (await (open as (path: string) => unknown)(path)) as RunStore;
  } catch (error) {
    throw new LoadError(messageOf(error));
  }
}

/** Returns an address without the password that it may contain. */
function shown(address: string): string {
  return oneLine(address.replace(/:\/\/[^@/]*@/, "://…@"), 200);
}
