// Checks the option `libraries`, with the evaluator. Loads lazily, with the first libraries.

import type { Fail } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { isObject } from "@ptc/core/internal/host";
import { Libraries } from "../analysis/known-libraries.ts";
import { linkLibraries, type LibrarySources } from "../libraries/linked-libraries.ts";
import type { LinkingParts } from "../libraries/link-library.ts";
import { definedNames } from "../loading/lazy-language.ts";
import type { LibraryError } from "../libraries/library-error.ts";
import type * as Engine from "./engine.ts";

/** The limits of one constant. */
const limits = { steps: 1_000_000, memoryBytes: 16_000_000, timeoutMs: 5_000 };

/** The parts of the evaluator that checking uses. They are loaded already. */
type Evaluator = Pick<typeof Engine, "lazyCode" | "resolvePrepareOptions" | "Program">;

function linkingParts(
  { lazyCode, resolvePrepareOptions, Program }: Evaluator,
  ErrorClass: typeof LibraryError,
): LinkingParts {
  return {
    LibraryError: ErrorClass,
    lazy: lazyCode,
    loadMissing: (missing) => lazyCode.loadMissing(missing),
    async adviceFor(forms) {
      const [{ adviceFor, advisedErrors }] = await Promise.all([
        lazyCode.advice.load(),
        lazyCode.language.load(),
        lazyCode.builtins.load(),
      ]);
      return {
        advice: adviceFor(definedNames(forms)),
        advised: (source, { builtins, contextNames, errors }) =>
          advisedErrors(source, forms, {
            builtins,
            contextNames,
            errors,
            findTool: () => undefined,
          }),
      };
    },
    async compute(source, program, tools) {
      const seen = { tools: false, differs: false };
      const refused = (): never => {
        seen.tools = true;
        throw new Error("it is being loaded");
      };
      const options = resolvePrepareOptions({
        limits,
        generate: "never",
        tools: Object.fromEntries(Array.from(tools, (tool) => [tool, refused])),
      });
      const account = { cost: undefined, elapsedMs: 0 };
      const step = await new Program(source, program, options, account).run({
        random() {
          // A run with tools draws its seed anyway.
          seen.differs ||= !program.hasEffects;
          return 0;
        },
        clock: {
          // Only a program passes an address.
          now(address) {
            seen.differs ||= address !== undefined;
            return 0;
          },
          // The time that a constant takes is limited, but it can't read it.
          monotonic: () => options.clock.monotonic(),
        },
        collections: "language",
      });
      if (!step.ok) return { fail: seen.tools ? toolFail(step.fail) : step.fail };
      const problem = seen.differs
        ? "depends on the time or on chance, so it would differ between processes"
        : step.prints.length > 0
          ? "prints when it is computed"
          : step.toolCalls.length > 0
            ? "calls tools when it is computed"
            : undefined;
      return { value: step.value, problem };
    },
  };
}

/** The hints for tools are for programs. */
function toolFail({ reason, op, details = {} }: Fail): Fail {
  const hint = "write a function, which calls the tool at each call";
  const message = `${op ?? "a tool"}: a library can't call tools while it is loaded`;
  return { reason, message, details: { ...details, hint } };
}

/** The checked libraries by the objects of sources that callers pass. */
const known = new WeakMap<object, { readonly sources: LibrarySources; made: Promise<Libraries> }>();

/** Returns the libraries of an option. An object of sources is checked once. */
export async function checkedLibraries(
  given: unknown,
  evaluator: Evaluator,
  ErrorClass: typeof LibraryError,
): Promise<Libraries> {
  if (given instanceof Libraries) return given;
  if (!isObject(given))
    throw new OptionError(
      "libraries",
      "expected sources by name, or the result of createLibraries",
    );
  const sources = given as LibrarySources;
  const found = known.get(given);
  if (found !== undefined && isSame(found.sources, sources)) return await found.made;
  const made = linkLibraries(sources, linkingParts(evaluator, ErrorClass));
  known.set(given, { sources: { ...sources }, made });
  return await made;
}

/** True if the caller hasn't changed its object. */
function isSame(left: LibrarySources, right: LibrarySources): boolean {
  const names = Object.keys(right);
  return (
    names.length === Object.keys(left).length && names.every((name) => left[name] === right[name])
  );
}
