// Thrown for what a process says and no evaluator would.

export class MessageError extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = "MessageError";
  }
}
