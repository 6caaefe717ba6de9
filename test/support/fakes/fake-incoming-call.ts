import { Ending } from "../../../src/kernel/ending.js";
import type { Scope } from "../../../src/kernel/scope.js";
import type { IncomingCall } from "../../../src/telephony/incoming-call.js";
import type { Line } from "../../../src/telephony/line.js";

/** A call that rings until the test has it answered. */
export class FakeIncomingCall implements IncomingCall {
  readonly channelId = "channel-1";
  readonly caller;
  readonly extension = "8000";
  readonly scope: Scope;
  readonly #line: Line;
  answered = false;
  rejected = false;
  /** What answering does before the line stands; throws to have it fail. */
  beforeAnswer: () => Promise<void> = () => Promise.resolve();

  constructor(scope: Scope, line: Line) {
    this.scope = scope;
    this.#line = line;
    this.caller = line.caller;
  }

  async answer(): Promise<Line> {
    await this.beforeAnswer();
    this.scope.signal.throwIfAborted();
    this.answered = true;
    return this.#line;
  }

  reject(): Promise<void> {
    this.rejected = true;
    this.scope.end(new Ending("cancelled", "turned away"));
    return Promise.resolve();
  }
}
