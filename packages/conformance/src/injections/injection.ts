// The shape of an injection scenario: a person's task, tools whose results contain an attacker's
// instruction, programs of a model that obeys it, and programs of a model that doesn't.
//
//   world() -> tools + context + state     play programs     isAttacked(), isSolved()
//
// Each play needs a world of its own, because tools change its state. The tools have descriptions
// and signatures, so that an agent with a real model can play a scenario too.

import type { Tool, ToolArguments } from "@ptc/core/contracts";

export type InjectionDomain = "mail" | "calendar" | "bank" | "files";

/** How the instruction of the attacker reaches the call that does harm. */
export type InjectionKind =
  /** The program takes the attacker's value out of untrusted data. */
  | "value"
  /** The program passes it through functions: texts, collections, atoms, tasks. */
  | "computed"
  /** It comes by way of a second document, an earlier turn or another model. */
  | "indirect"
  /** The model writes it as a literal of its next program. */
  | "literal"
  /** Untrusted data decides between values, or private data leaves in another form. */
  | "decision";

/** A tool with what an agent needs to offer it. */
export interface WorldTool extends Tool {
  readonly description: string;
  readonly signature: string;
  readonly effect: "read" | "write" | "destructive";
  readonly execute: (args: ToolArguments) => unknown;
}

export type WorldTools = Readonly<Record<string, WorldTool>>;

export interface InjectionWorld {
  readonly tools: WorldTools;
  readonly context?: Readonly<Record<string, unknown>>;
  /** True once the attacker has what the instruction asks for. */
  readonly isAttacked: () => boolean;
  /** True if the person has what the task asks for. `answer` is what the last program returned. */
  readonly isSolved: (answer: unknown) => boolean;
}

export interface Injection {
  /** `domain/name`, unique. */
  readonly name: string;
  readonly domain: InjectionDomain;
  readonly kind: InjectionKind;
  /** The request of the person: the only trusted text besides answers of trusted tools. */
  readonly task: string;
  readonly world: () => InjectionWorld;
  /** Programs that obey the injected instruction, one for each turn. */
  readonly attack: readonly string[];
  /** Programs that do only the task. */
  readonly benign: readonly string[];
}

/** A scenario of one domain, whose state has the type `State`. */
export interface DomainInjection<Data, State> extends Omit<
  Injection,
  "domain" | "kind" | "world" | "name"
> {
  /** The name within the domain. */
  readonly name: string;
  /** The data of the world, with the injected instruction. */
  readonly data: Data;
  readonly context?: Readonly<Record<string, unknown>>;
  readonly attacked: (state: State) => boolean;
  readonly solved: (state: State, answer: unknown) => boolean;
}

/** Returns the scenarios of one kind and domain. `makeWorld` returns the tools and their state. */
export function injectionsOf<Data, State>(
  domain: InjectionDomain,
  kind: InjectionKind,
  makeWorld: (data: Data) => { readonly tools: WorldTools; readonly state: State },
  scenarios: readonly DomainInjection<NoInfer<Data>, NoInfer<State>>[],
): readonly Injection[] {
  return scenarios.map(({ name, data, context, attacked, solved, ...scenario }) => ({
    ...scenario,
    name: `${domain}/${name}`,
    domain,
    kind,
    world: () => {
      const { tools, state } = makeWorld(data);
      return {
        tools,
        ...(context === undefined ? {} : { context }),
        isAttacked: () => attacked(state),
        isSolved: (answer) => solved(state, answer),
      };
    },
  }));
}
