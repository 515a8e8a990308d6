// All lazily loaded code of the evaluator, in one holder: `lazyCode`. It contains only code that
// `import()` caches anyway, so a program can detect earlier programs only by the loading time. The
// evaluator itself loads the same way, in entry/start.ts.
//
//   language     special forms, fails and decoders that few programs need, in one piece
//   builtins     builtins by chunk
//   generator    generates JavaScript for hot functions and loops
//   …            one module each, for rare sources and options
//
// Lower layers don't import it: a compilation receives it as `LazyParts`, and an analysis receives
// the forms in it.

import { builtinLibrary } from "../builtins/library/builtin-library.ts";
import type { ChunkName } from "../builtins/library/builtin-names.ts";
import type { LazyParts } from "../compile/compilation.ts";
import { useCharacterTables } from "../sequence/characters.ts";
import { Lazy } from "../evaluation/lazy.ts";
import { LazyBuiltins } from "./lazy-builtins.ts";
import { LazyGenerator } from "./lazy-generator.ts";
import type * as TracedEffects from "../effect-analysis/traced-effects.ts";
import type * as Language from "./lazy-language.ts";

/** The effects of a program. The entry of the evaluator sets it, because it is a higher layer. */
interface EffectsCode {
  load(): Promise<Pick<typeof TracedEffects, "tracedEffects">>;
}

class LazyCode implements LazyParts {
  readonly language: Lazy<typeof Language> = new Lazy(() => import("./lazy-language.ts"));
  readonly builtins = new LazyBuiltins(builtinLibrary);
  readonly generator = new LazyGenerator();
  /** Explains a source that can't be read. */
  readonly reader = new Lazy(() => import("@ptc/parser"));
  /** Lazy sequences in memory. */
  readonly storedSequences = new Lazy(() => import("./lazy-sequences.ts"));
  /** Adds hints to the mistakes of a wrong program. */
  readonly advice = new Lazy(() => import("../analysis/advice.ts"));
  /** The effects of a program, for its trace event. */
  declare effects?: EffectsCode | undefined;
  /** Counts the names of a long source. */
  readonly nameCount = new Lazy(() => import("../analysis/has-more-names.ts"));
  /** The option `collections: "language"`, for callers that print the result. */
  readonly languageValue = new Lazy(() => import("../step/language-value.ts"));
  /** The option `freeze`, for development. */
  readonly freeze = new Lazy(() => import("../options/freeze.ts"));
  /** Splits text that is not ASCII into characters. */
  readonly characterTables = new Lazy(async () =>
    useCharacterTables(await import("unicode-segmenter/grapheme")),
  );

  /** Loads the chunks and special forms that an analysis missed. */
  async loadMissing(missing: ReadonlySet<ChunkName | "forms">): Promise<void> {
    await Promise.all([this.builtins.load(missing), missing.has("forms") && this.language.load()]);
  }

  /** True if everything that decoded functions may use is loaded. */
  get hasLanguage(): boolean {
    return this.language.loaded !== undefined && this.builtins.hasAll;
  }

  /** Loads everything that a decoded function may use. */
  async loadLanguage(): Promise<typeof Language> {
    const [language] = await Promise.all([this.language.load(), this.builtins.load()]);
    return language;
  }
}

export const lazyCode: LazyCode = /* @__PURE__ */ new LazyCode();
