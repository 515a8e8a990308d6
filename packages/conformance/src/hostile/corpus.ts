// The source of hostile programs: the vectors and generated programs, random mixtures of names and
// literals, and mutations of all of them. The vectors alone reach nearly all code. We tried
// choosing programs by coverage, and it found nothing more.

import { run } from "@ptc/lisp";
import { sourceOf, type Form } from "../fuzz/form.ts";
import { generateProgram } from "../fuzz/generate.ts";
import { grammarOf, type Grammar } from "../fuzz/grammar.ts";
import type { Random } from "../fuzz/random.ts";
import { allRows } from "../fuzz/rows/all-rows.ts";
import { readVectorFiles } from "../vectors/vector-files.ts";
import { mutated } from "./mutate.ts";
import { soup } from "./soup.ts";

const longestSource = 4_000;

export class Corpus {
  private readonly random: Random;
  private readonly grammar: Grammar;
  private readonly names: readonly string[];
  private readonly vectors: readonly string[];

  private constructor(random: Random, names: readonly string[], vectors: readonly string[]) {
    this.random = random;
    this.grammar = grammarOf(allRows);
    this.names = names;
    this.vectors = vectors;
  }

  /** Creates a corpus with every name of the language and every vector. */
  static async read(random: Random): Promise<Corpus> {
    const step = await run("(keys (ns-publics 'user))");
    if (!step.ok) throw new Error(step.fail.message);
    const vectors = readVectorFiles()
      .flatMap((file) => file.vectors)
      .map(({ program }) => program);
    return new Corpus(random, step.return as readonly string[], vectors);
  }

  /** Returns a program. Some of its literals are from `forms`. */
  program(forms: readonly string[] = []): string {
    const { random } = this;
    const kind = random.fraction();
    if (kind < (forms.length > 0 ? 0.5 : 0.2)) return soup(random, this.names, forms);
    if (forms.length === 0 && kind < 0.35) return this.generated();
    return mutated(
      random.pick(this.vectors),
      random.chance(0.3) ? random.pick(this.vectors) : soup(random, this.names, forms),
      this.names,
      random,
    ).slice(0, longestSource);
  }

  private generated(): string {
    const form: Form = generateProgram(this.grammar, this.random.below(1_000_000));
    return sourceOf(form);
  }
}
