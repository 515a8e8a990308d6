// The origins of the arguments of one run, for its policy. The run itself isn't followed: until a
// rule forbids an origin that the run has met, no argument can have one.

import type { Tool, ToolArguments, Tools } from "@ptc/core/contracts";
import { bothActivities } from "../waiting/both-activities.ts";
import { isThenable } from "@ptc/core/internal/contracts";
import { Activity } from "@ptc/core/internal/task";
import type { LispRunOptions } from "../options/run-options.ts";
import type { Provenance } from "../options/provenance.ts";
import { Memory } from "../persistence/memory.ts";
import type { PolicyRule } from "../policy/policy.ts";
import { forbiddenIn, looksAtOrigins } from "../policy/origin-rules.ts";
import { someGlobMatches } from "../policy/glob.ts";
import {
  anyOrigin,
  modelOrigin,
  type ArgumentOrigins,
  type NamedOrigin,
  type OriginFacts,
} from "../policy/origin-facts.ts";
import type { CallOrigins } from "../policy/policy-gate.ts";
import type { CreateOrigins, PolicyOfOrigins } from "../waiting/origins-code.ts";
import type { RunProgram } from "../waiting/waiting-run.ts";
import { type Origins, stepsOf } from "./label.ts";
import {
  type DefinitionOrigins,
  distinctOrigins,
  noteMemory,
  originsOfMemory,
  storedOrigins,
} from "./memory-origins.ts";
import { OriginTable, type Origin } from "./origin-table.ts";
import type { EvaluatorParts } from "./evaluator-parts.ts";
import { PassFollower, type CallReport } from "./pass-follower.ts";
import { checkedProvenance, type CheckedProvenance } from "./provenance-option.ts";
import { RecordedPass } from "./recorded-pass.ts";
import { checkTrust } from "../policy/check-trust.ts";
import { occursIn } from "../policy/trusted-text.ts";

/** Returns a function that creates the origins of a run. */
export function createOrigins(evaluator: EvaluatorParts): CreateOrigins {
  return (option, given) => new RunOrigins(evaluator, option, given);
}

class RunOrigins implements CallOrigins {
  private readonly evaluator: EvaluatorParts;
  private readonly changedTools: PolicyOfOrigins["changedTools"];
  private readonly textOf: PolicyOfOrigins["textOf"];
  private readonly option: CheckedProvenance;
  private readonly tools: ReadonlyMap<string, Tool>;
  /** Patterns of origins that rules forbid. */
  private readonly forbidden: readonly string[];
  private readonly rules: readonly PolicyRule[];
  private readonly activity = new Activity();
  private pass: RecordedPass | undefined = undefined;
  private follower: PassFollower | undefined = undefined;
  private readonly origins = new OriginTable();

  /** @throws OptionError */
  constructor(
    evaluator: EvaluatorParts,
    option: Provenance,
    { policy: { rules }, tools, changedTools, textOf }: PolicyOfOrigins,
  ) {
    this.changedTools = changedTools;
    this.textOf = textOf;
    this.evaluator = evaluator;
    this.option = checkedProvenance(option);
    for (const [name, tool] of tools) checkTrust(`tools.${name}`, tool);
    this.tools = tools;
    this.rules = rules;
    this.forbidden = rules.flatMap((rule) => ("origin" in rule ? rule.origin.not : []));
  }

  /** Returns tools whose real calls are counted, so that a wait for them isn't one for nothing. */
  counted(tools: Tools): Tools {
    return this.changedTools(tools, (_, execute) => (args, context) => {
      const answer = execute(args, context);
      if (isThenable(answer)) this.activity.during(Promise.resolve(answer));
      return answer;
    });
  }

  /** Returns what runs the program and records its effects. */
  recording<Run extends RunProgram>(run: Run): Run {
    const recorded: RunProgram = async (source, options, effects) => {
      const { random = Math.random } = options;
      const seed = typeof random === "function" ? random() : 0;
      const given: LispRunOptions = {
        ...(options as LispRunOptions),
        random: () => seed,
      };
      const pass = new RecordedPass(source, given);
      this.pass = pass;
      const { activity } = options;
      try {
        const step = await run(
          source,
          {
            ...options,
            ...pass.recorded(this.changedTools),
            activity:
              activity === undefined ? this.activity : bothActivities(activity, this.activity),
          } as typeof options,
          effects,
        );
        await this.noteDefinitions(pass, step.memory);
        return step;
      } finally {
        this.follower?.end();
      }
    };
    // It is called like the given one.
    return recorded as Run;
  }

  atMost(): OriginFacts {
    return { isExact: false, arguments: new Map(), others: this.met() };
  }

  async of(callId: string, args: ToolArguments): Promise<OriginFacts> {
    const { pass } = this;
    const report = pass === undefined ? undefined : await this.following(pass).report(callId);
    const names = Object.keys(args);
    return {
      isExact: true,
      arguments: new Map(names.map((name) => [name, this.ofArgument(name, args[name], report)])),
      others: { origins: [], path: [] },
    };
  }

  private following(pass: RecordedPass): PassFollower {
    return (this.follower ??= new PassFollower(this.evaluator, {
      pass,
      origins: this.origins,
      isStrict: this.option.isStrict,
      labelsLiterals: this.option.afterUntrusted,
      endorses: (name) => this.tools.get(name)?.endorses === true,
      activity: this.activity,
      textOf: this.textOf,
    }));
  }

  private ofArgument(name: string, value: unknown, report: CallReport): ArgumentOrigins {
    const label = report?.get(name);
    // A contract may add an argument with a default, which comes from the host.
    if (report !== undefined && label === undefined) return { origins: [], path: [] };
    const { origins, path } =
      label === undefined
        ? this.met()
        : {
            origins: this.origins.of(label.origins).map((origin) => this.named(origin)),
            path: stepsOf(label.trail),
          };
    return {
      path,
      isPossible: label === undefined,
      origins: origins.filter(
        (origin) => origin.name !== modelOrigin || !occursIn(value, this.trustedTexts()),
      ),
    };
  }

  /** The origins that the run has met. */
  private met(): ArgumentOrigins {
    const { pass, option } = this;
    if (pass === undefined) return { origins: [{ name: anyOrigin, words: [] }], path: [] };
    const { context = {} } = pass.options;
    const origins: Origin[] = [
      ...[...pass.answered].map((name) => ({ type: "tool" as const, name })),
      ...Object.keys(context).map((name) => ({ type: "data" as const, name })),
      ...(pass.readsOlder ? [{ type: "memory" as const, name: "" }] : []),
      ...(option.afterUntrusted ? [{ type: "model" as const, name: "" }] : []),
    ];
    const earlier = [...pass.memoryOrigins.values()].flatMap((found) => [
      ...found.origins,
      ...[...(found.fields?.values() ?? [])].flatMap((field) => field.origins),
    ]);
    const met = [...origins.map((origin) => this.named(origin)), ...earlier];
    return { origins: distinctOrigins(met), path: [] };
  }

  /**
   * Notes where the definitions come from, for the programs after this one. Those of a run that has
   * met something forbidden are followed to its end.
   */
  private async noteDefinitions(pass: RecordedPass, memory: Memory): Promise<void> {
    const { memory: before } = pass.options;
    if (memory.size === 0 || memory === before || originsOfMemory(memory) !== undefined) return;
    const earlier = pass.memoryOrigins;
    const isSame = (name: string): boolean =>
      before instanceof Memory && before.get(name) === memory.get(name);
    const isChanged = [...memory.names()].some((name) => !isSame(name));
    const met = this.met();
    const facts = { isExact: false, arguments: new Map<string, never>(), others: met };
    const isInDoubt = this.rules.some(
      (rule) => looksAtOrigins(rule) && forbiddenIn(rule, facts) !== undefined,
    );
    pass.end();
    const isFollowed = isChanged && isInDoubt && memory.sequences === undefined;
    const followed = isFollowed ? await this.following(pass).definitions : undefined;
    const named = (bits: Origins): readonly NamedOrigin[] =>
      this.origins.of(bits).map((origin) => this.named(origin));
    const ofName = (name: string): DefinitionOrigins => {
      const found = followed?.get(name);
      if (found !== undefined && !pass.readsOlder) return storedOrigins(found, named);
      return (isSame(name) ? earlier.get(name) : undefined) ?? met;
    };
    noteMemory(memory, new Map(Array.from(memory.names(), (name) => [name, ofName(name)])));
  }

  private named({ type, name, earlier }: Origin): NamedOrigin {
    switch (type) {
      case "data":
        return { name: `data/${name}`, words: [] };
      case "memory":
        return { name: name === "" ? anyOrigin : `memory/${name}`, words: [] };
      case "earlier":
        return earlier ?? { name: anyOrigin, words: [] };
      case "model":
        return { name: modelOrigin, words: [] };
      default: {
        const { trust, private: isPrivate } = this.tools.get(name) ?? {};
        return {
          name,
          words: [
            ...(trust === "trusted" ? [] : ["untrusted"]),
            ...(isPrivate === true ? ["private"] : []),
          ],
        };
      }
    }
  }

  private trustedTexts(): readonly unknown[] {
    const { pass, option, tools, forbidden } = this;
    const context = Object.entries(pass?.options.context ?? {});
    return [
      option.trustedTexts,
      context
        .filter(([name]) => !someGlobMatches(forbidden, `data/${name}`))
        .map(([, value]) => value),
      ...(pass?.answersOf(
        (name) => tools.get(name)?.trust === "trusted" && !someGlobMatches(forbidden, name),
      ) ?? []),
    ];
  }
}
