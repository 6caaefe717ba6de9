import { Ending } from "../../../src/kernel/ending.js";
import type { Scope } from "../../../src/kernel/scope.js";
import type { IncomingCall } from "../../../src/telephony/incoming-call.js";
import type { Line } from "../../../src/telephony/line.js";

/** A call that rings until the test has it answered. */
export class FakeIncomingCall implements IncomingCall {
  readonly channelId: string;
  readonly caller;
  extension = "8000";
  /** The assistant that the dialplan names. */
  named: string | undefined;
  readonly scope: Scope;
  readonly #line: Line;
  answered = false;
  /** The number and the assistant that its record tells. */
  dialled: readonly [extension: string, assistant: string | undefined] | undefined;
  /** How it was turned away, if it was. */
  rejected: "busy" | "congested" | undefined;
  /** What answering does before the line stands; throws to have it fail. */
  beforeAnswer: () => Promise<void> = () => Promise.resolve();

  hadDialled = (...dialled: readonly [string, string | undefined]) => void (this.dialled = dialled);

  assistant = () => Promise.resolve(this.named);

  constructor(scope: Scope, line: Line, channelId = "channel-1") {
    this.channelId = channelId;
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

  reject(how: "busy" | "congested" = "busy"): Promise<void> {
    this.rejected = how;
    this.scope.end(new Ending("cancelled", "turned away"));
    return Promise.resolve();
  }
}
