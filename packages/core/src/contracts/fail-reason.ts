// All reasons for which a run can fail, each declared once. The docs, the tests and the CLI read
// this table.

/** Which layer returns a reason: the language, an agent around it, or both. */
export type FailReasonSource = "lisp" | "agent" | "both";

/** Describes a fail reason: which layer returns it, and when. */
export interface FailReasonEntry {
  readonly source: FailReasonSource;
  readonly description: string;
}

/** All built-in fail reasons. A program can add its own with `(fail {:reason :custom …})`. */
export const failReasons = {
  parse_error: { source: "lisp", description: "the source is not PTC-Lisp" },
  source_too_large: { source: "lisp", description: "the source is longer than the limit" },
  symbols_exceeded: {
    source: "lisp",
    description: "the source has more distinct names than the limit",
  },
  analysis_error: {
    source: "lisp",
    description:
      "the program has a mistake that was found before it ran, such as an unknown symbol",
  },
  eval_error: {
    source: "lisp",
    description: "the program failed while it ran; `details.kind` says how",
  },
  timeout: { source: "both", description: "the time limit was reached" },
  memory_exceeded: { source: "both", description: "the allocation limit was reached" },
  step_limit_exceeded: { source: "lisp", description: "the step limit was reached" },
  depth_exceeded: { source: "lisp", description: "calls or data are nested too deep" },
  output_exceeded: {
    source: "lisp",
    description: "prints or the result are larger than the limit",
  },
  tool_calls_exceeded: { source: "lisp", description: "more tool calls than allowed" },
  branches_exceeded: { source: "lisp", description: "more parallel branches than allowed" },
  cancelled: { source: "both", description: "the caller aborted the run" },
  waiting: {
    source: "lisp",
    description: "the run waits for decisions about tool calls; `resume` continues it",
  },
  policy_denied: {
    source: "lisp",
    description: "the program certainly calls a tool that the policy denies, so it didn't run",
  },
  plan_diverged: {
    source: "lisp",
    description: "the program made another call than the approved plan has, and stopped before it",
  },
  checkpoint_failed: {
    source: "lisp",
    description: "the run has to wait, but its checkpoint can't be written",
  },
  sandbox_failed: {
    source: "lisp",
    description: "the process that runs the program could not start, or ended before it answered",
  },
  rate_limited: {
    source: "lisp",
    description:
      "a quota of the user is used up, so the run didn't begin; `retryAfterMs` says when",
  },
  validation_error: { source: "both", description: "input or output does not match the signature" },
  failed: {
    source: "both",
    description:
      "the program called `fail` without its own reason, or the model reported that it can't answer",
  },
  journal_failed: {
    source: "both",
    description: "the application failed to store a journal change",
  },
  store_failed: { source: "agent", description: "the store of the run failed" },
  replay_diverged: {
    source: "both",
    description: "a replayed run requested something its recording doesn't contain",
  },
  tool_error: { source: "both", description: "a tool failed" },
  tool_not_found: { source: "both", description: "the program called a tool that does not exist" },
  reserved_tool_name: {
    source: "agent",
    description: "a tool has a reserved name of the language",
  },
  max_turns_exceeded: {
    source: "agent",
    description: "the turn limit was reached without an answer",
  },
  max_depth_exceeded: { source: "agent", description: "agents are nested too deep" },
  turn_budget_exhausted: {
    source: "agent",
    description: "the whole mission has no turns left",
  },
  budget_exceeded: {
    source: "agent",
    description: "the mission and its child missions have used up their requests, tokens or money",
  },
  mission_timeout: { source: "agent", description: "the mission's deadline passed" },
  llm_error: { source: "agent", description: "the model failed, after retries" },
  llm_required: { source: "agent", description: "no model was given" },
  llm_not_found: { source: "agent", description: "the registry has no model with that name" },
  llm_registry_required: {
    source: "agent",
    description: "a model was named, but no registry was given",
  },
  invalid_llm: {
    source: "agent",
    description: "the given model is not a LanguageModel or function",
  },
  no_code_found: { source: "agent", description: "the model's answer contains no program" },
  multiple_code_blocks: {
    source: "agent",
    description: "the model's answer contains several programs",
  },
  response_withheld: {
    source: "agent",
    description: "the provider withheld the model's answer",
  },
  chat_busy: {
    source: "agent",
    description: "another message of the conversation is being answered",
  },
  data_drift: {
    source: "agent",
    description: "the data doesn't match the samples the program was compiled with",
  },
  chained_failure: {
    source: "agent",
    description: "the previous step of the chain failed",
  },
  template_error: { source: "agent", description: "a placeholder of the prompt has no value" },
} as const satisfies Record<string, FailReasonEntry>;

/** A built-in reason from the table. */
export type KnownFailReason = keyof typeof failReasons;

/** A built-in reason, or one that a program chose. */
export type FailReason = KnownFailReason | (string & {});
