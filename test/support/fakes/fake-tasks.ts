import type { DateTime } from "luxon";
import type { Task, TaskRefusal, Tasks } from "../../../src/toolbox/tool.js";

/** Timers and calls to come of one caller, in memory. */
export class FakeTasks implements Tasks {
  readonly kept: Task[] = [];
  /** What is asked for is refused with this sentence. */
  refusal: string | undefined;
  /** What every method rejects with. */
  failure: Error | undefined;
  /** Tasks that come due the moment somebody wants to cancel them. */
  readonly slippery = new Set<string>();
  #count = 0;

  readonly #now: DateTime;
  readonly #caller: string;

  constructor(now: DateTime, caller = "1001") {
    this.#now = now;
    this.#caller = caller;
  }

  async setTimer({ seconds, message }: { seconds: number; message: string }): Promise<Task | TaskRefusal> {
    return this.#keep({ type: "timer", dueAt: this.#now.plus({ seconds }), message, destination: this.#caller });
  }

  async callBack(asked: { at: DateTime; message: string; destination?: string }): Promise<Task | TaskRefusal> {
    const { at, message, destination = this.#caller } = asked;
    return this.#keep({ type: "callback", dueAt: at, message, destination });
  }

  async pending(): Promise<readonly Task[]> {
    if (this.failure) throw this.failure;
    return [...this.kept].sort((one, other) => one.dueAt.toMillis() - other.dueAt.toMillis());
  }

  async cancel(taskId: string): Promise<boolean> {
    if (this.failure) throw this.failure;
    const at = this.kept.findIndex((task) => task.taskId === taskId);
    if (at >= 0) this.kept.splice(at, 1);
    return at >= 0 && !this.slippery.has(taskId);
  }

  #keep(task: Omit<Task, "taskId">): Task | TaskRefusal {
    if (this.failure) throw this.failure;
    if (this.refusal) return { refusal: this.refusal };
    const kept = { taskId: `task-${++this.#count}`, ...task };
    this.kept.push(kept);
    return kept;
  }
}
