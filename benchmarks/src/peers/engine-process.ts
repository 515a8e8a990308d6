// Starts the process of one engine and exchanges messages with it.
import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { EngineEntry } from "./engine.ts";
import type { Answer, Order, Report } from "./messages.ts";

export class EngineProcess {
  readonly engine: EngineEntry;
  private readonly child: ChildProcess;

  constructor(engine: EngineEntry) {
    this.engine = engine;
    // Discards the output of programs and warnings of engines.
    this.child = fork(fileURLToPath(new URL("child.ts", import.meta.url)), [engine.name], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: { ...process.env, NODE_NO_WARNINGS: "1" },
    });
  }

  /** Prepares every workload and returns the result of each. */
  async answers(): Promise<readonly Answer[]> {
    const report = await this.ask({ kind: "answer" });
    return report.kind === "answers" ? report.answers : [];
  }

  async warmUp(): Promise<void> {
    await this.ask({ kind: "warm-up" });
  }

  /** Measures each of these workloads once and returns the microseconds of one call. */
  async times(workloads: readonly number[], seed: number): Promise<readonly number[]> {
    const report = await this.ask({ kind: "time", workloads, seed });
    return report.kind === "times" ? report.times : [];
  }

  end(): void {
    this.child.kill();
  }

  /** @throws the error of the process, or that it has ended */
  private ask(order: Order): Promise<Report> {
    return new Promise((resolve, reject) => {
      const onExit = (code: number | null): void => {
        reject(new Error(`the process of ${this.engine.title} ended with ${String(code)}`));
      };
      this.child.once("exit", onExit);
      this.child.once("message", (report: Report) => {
        this.child.off("exit", onExit);
        if (report.kind === "failed") reject(new Error(report.message));
        else resolve(report);
      });
      this.child.send(order);
    });
  }
}
