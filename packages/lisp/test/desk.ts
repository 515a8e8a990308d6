// Tools with delayed results, and lazy sequences of them.

export type Arguments = Readonly<Record<string, unknown>>;

/** Tools that take a moment, and their recorded calls. */
export class Desk {
  readonly calls: string[] = [];
  readonly tools = {
    ask: (args: Arguments): Promise<unknown> => this.answer("ask", args, ({ x }) => x),
    page: (args: Arguments): Promise<unknown> =>
      this.answer("page", args, ({ n }) =>
        Number(n) < 2 ? [Number(n) * 10, Number(n) * 10 + 1] : [],
      ),
    items: (args: Arguments): Promise<unknown> =>
      this.answer("items", args, ({ n }) => ({ items: [n], last: n === 2 })),
    roll: (args: Arguments): Promise<unknown> => this.answer("roll", args, () => this.calls.length),
  };

  private async answer(
    tool: string,
    args: Arguments,
    make: (args: Arguments) => unknown,
  ): Promise<unknown> {
    this.calls.push([tool, ...Object.values(args).map((value) => JSON.stringify(value))].join(" "));
    const answer = make(args);
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    return answer;
  }
}

export const asked = "(map (fn [x] (tool/ask {:x x})) (range))";

export const calledWith = (...numbers: readonly number[]): string[] =>
  numbers.map((number) => `ask ${String(number)}`);
