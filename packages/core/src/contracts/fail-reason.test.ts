import { describe, expect, test } from "vitest";
import { failReasons, type FailReason } from "./fail-reason.ts";

describe("failReasons", () => {
  test("lists exactly the known fail reasons", () => {
    expect(Object.keys(failReasons).sort()).toEqual([
      "analysis_error",
      "branches_exceeded",
      "budget_exceeded",
      "cancelled",
      "chained_failure",
      "chat_busy",
      "checkpoint_failed",
      "data_drift",
      "depth_exceeded",
      "eval_error",
      "failed",
      "invalid_llm",
      "journal_failed",
      "llm_error",
      "llm_not_found",
      "llm_registry_required",
      "llm_required",
      "max_depth_exceeded",
      "max_turns_exceeded",
      "memory_exceeded",
      "mission_timeout",
      "multiple_code_blocks",
      "no_code_found",
      "output_exceeded",
      "parse_error",
      "plan_diverged",
      "policy_denied",
      "rate_limited",
      "replay_diverged",
      "reserved_tool_name",
      "response_withheld",
      "sandbox_failed",
      "source_too_large",
      "step_limit_exceeded",
      "store_failed",
      "symbols_exceeded",
      "template_error",
      "timeout",
      "tool_calls_exceeded",
      "tool_error",
      "tool_not_found",
      "turn_budget_exhausted",
      "validation_error",
      "waiting",
    ]);
  });

  test.each(Object.entries(failReasons))(
    "the reason %s is in snake case and has a unique description",
    (reason, { source, description }) => {
      expect(reason).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(["lisp", "agent", "both"]).toContain(source);
      expect(description).toMatch(/\S.*[^.]$/);
      expect(
        Object.values(failReasons).filter((entry) => entry.description === description).length,
      ).toBe(1);
    },
  );

  test("the type FailReason accepts a program's own reasons", () => {
    const own: FailReason = "budget_unclear";
    expect(own in failReasons).toBe(false);
  });
});
