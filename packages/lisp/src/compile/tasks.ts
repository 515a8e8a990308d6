// Compiles `task`. See `runTask` for its behavior.

import { runTask } from "../effects/task.ts";
import { taskId } from "../effects/task-id.ts";
import { after } from "../evaluation/result.ts";
import type { NodeCompiler } from "./compilation.ts";

export const compileTask: NodeCompiler<"task"> = (node, compilation) => {
  const id = compilation.any(node.id);
  const body = compilation.any(node.body);
  return (frame, branch) =>
    after(id(frame, branch), (value) => {
      branch.site = node.site;
      if (--branch.ticks < 0) branch.refill();
      return runTask(branch, taskId(branch, value, "task"), (worker) => body(frame, worker));
    });
};
