// Tests properties of generated programs: they read as the forms that they were written from, spans
// match the text of their forms, and printing loses nothing.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Form, print, read } from "@ptc/parser";
import { mutated, program } from "./arbitrary-program.ts";
import { sketch } from "./sketch.ts";

function formsOf(source: string): readonly Form[] {
  const result = read(source);
  if (!result.ok) throw new Error(result.error.message);
  return result.forms;
}

function childrenOf(form: Form): readonly Form[] {
  if ("items" in form) return form.items;
  return "form" in form ? [form.form] : [];
}

describe("generated programs", { timeout: 60_000 }, () => {
  test("a written program reads as its forms, with any gaps between them", () => {
    fc.assert(
      fc.property(program, ({ text, sketch: expected }) => {
        expect(sketch(formsOf(text))).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  test("a printed program reads as the same forms", () => {
    fc.assert(
      fc.property(program, ({ text }) => {
        const forms = formsOf(text);
        const again = formsOf(print(forms));
        expect(sketch(again)).toBe(sketch(forms));
        expect(print(again)).toBe(print(forms));
      }),
      { numRuns: 500 },
    );
  });

  test("the text of a span reads as its form, and spans are nested in order", () => {
    const check = (forms: readonly Form[], text: string, start: number, end: number): void => {
      let last = start;
      for (const form of forms) {
        expect(form.span.start).toBeGreaterThanOrEqual(last);
        expect(sketch(formsOf(text.slice(form.span.start, form.span.end)))).toBe(sketch([form]));
        check(childrenOf(form), text, form.span.start, form.span.end);
        last = form.span.end;
      }
      expect(last).toBeLessThanOrEqual(end);
    };
    fc.assert(
      fc.property(program, ({ text }) => {
        check(formsOf(text), text, 0, text.length);
      }),
      { numRuns: 200 },
    );
  });

  test("any text gives forms or an error with a valid position, and never throws", () => {
    fc.assert(
      fc.property(mutated(program.map(({ text }) => text)), (text) => {
        const result = read(text);
        if (result.ok) return;
        const { message, position, excerpt, opened } = result.error;
        expect(message).not.toMatch(/[\p{Cc}\p{Cs}]|undefined|^Unexpected/u);
        expect(excerpt).toMatch(/^[^\n]*\n *\^$/);
        expect(position.offset).toBeLessThanOrEqual(text.length);
        expect(text.slice(0, position.offset).split(/\r\n|\n|\r(?!\n)/)).toHaveLength(
          position.line,
        );
        if (opened !== undefined) expect(opened.offset).toBeLessThanOrEqual(position.offset);
      }),
      { numRuns: 1000 },
    );
  });
});
