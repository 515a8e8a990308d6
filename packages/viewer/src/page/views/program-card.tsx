// A program of a turn, with its error, prints and value.

import type { CallView, ProgramView } from "../../model/run-view.ts";
import { compactText, visible } from "../data/formats.ts";
import type { ShownRun } from "../data/shown-run.ts";
import { LongText } from "../parts/long-text.tsx";
import { Program, ProgramError } from "../parts/program.tsx";

interface ProgramCardProps {
  readonly program: ProgramView;
  readonly run: ShownRun;
  readonly durationOf: (call: CallView) => number | undefined;
  readonly edit: (() => void) | undefined;
  readonly children?: preact.ComponentChildren;
}

export function ProgramCard({
  program,
  run: { texts, select },
  durationOf,
  edit,
  children,
}: ProgramCardProps) {
  const source = texts.get(program.sourceText);
  const { fail } = program;
  const isPlaced = fail?.line !== undefined && fail.file === undefined && fail.line > 0;
  return (
    <section class={fail === undefined ? "card" : "card is-bad"}>
      <h3>
        Program
        {program.steps !== undefined && (
          <span class="muted">{compactText(program.steps)} steps</span>
        )}
        {program.libraries.map((name) => (
          <span key={name} class="tag">
            {visible(name)}
          </span>
        ))}
        <span class="spring" />
        {edit !== undefined && source.text.length === source.length && (
          <button type="button" class="quiet" onClick={edit}>
            Edit and replay
          </button>
        )}
      </h3>
      {children}
      <Program
        source={source.text}
        fail={fail}
        calls={program.calls}
        durationOf={durationOf}
        onCall={(call) => select(call.span)}
        label="the program"
      />
      {fail !== undefined && !isPlaced && <ProgramError fail={fail} />}
      {fail !== undefined && fail.others.length > 0 && (
        <ul class="others">
          {fail.others.map((other, index) => (
            <li key={index}>
              <ProgramError fail={other} />
            </li>
          ))}
        </ul>
      )}
      {program.warnings.map((warning) => (
        <p key={warning} class="warning">
          {visible(warning)}
        </p>
      ))}
      {program.printTexts.length > 0 && (
        <>
          <h4>Prints</h4>
          {program.printTexts.map((print, index) => (
            <LongText
              key={index}
              texts={texts}
              index={print}
              label={`print ${String(index + 1)}`}
              first={1_200}
            />
          ))}
        </>
      )}
      {program.valueText !== undefined && (
        <>
          <h4>Value</h4>
          <LongText
            texts={texts}
            index={program.valueText}
            label="the value of the program"
            first={1_200}
          />
        </>
      )}
    </section>
  );
}
