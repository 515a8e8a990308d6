// Converts the lines of programs.jsonl to requests of `ptc eval --batch`: a line names its context,
// and a request contains it.

export interface BatchRequest {
  readonly id: string;
  readonly program: string;
  readonly context?: unknown;
  readonly memory?: unknown;
  readonly tools?: unknown;
  readonly signature?: unknown;
}

interface ConformanceProgram extends Omit<BatchRequest, "context"> {
  readonly context?: string;
}

export function requestsOf(programsText: string, contextsText: string): readonly BatchRequest[] {
  const contexts = new Map(Object.entries(JSON.parse(contextsText) as Record<string, unknown>));
  return programsText
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const { id, program, context, memory, tools, signature } = JSON.parse(
        line,
      ) as ConformanceProgram;
      return {
        id,
        program,
        ...(context === undefined ? {} : { context: contexts.get(context) }),
        ...(memory === undefined ? {} : { memory }),
        ...(tools === undefined ? {} : { tools }),
        ...(signature === undefined ? {} : { signature }),
      };
    });
}
