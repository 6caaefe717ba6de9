import { Ending } from "../../../src/kernel/ending.js";
import { AttendantError } from "../../../src/kernel/errors.js";
import type { DialIntents, DialState } from "../../../src/records/dial-intent.js";
import type { DeviceState, Dialled, Dialler, DialRequest, UnansweredOutcome } from "../../../src/telephony/dialler.js";
import { FakeLine } from "./fake-line.js";

/** A telephone that is being called: what becomes of that is up to the test. */
export class FakeCallee {
  readonly request: DialRequest;
  readonly dialled: Promise<Dialled>;
  #settle: (dialled: Dialled) => void = () => {};
  #line: FakeLine | undefined;

  constructor(request: DialRequest) {
    this.request = request;
    this.dialled = new Promise((resolve) => {
      this.#settle = resolve;
    });
    request.scope.onEnd(() => this.declines("cancelled", "The call was ended before anyone answered."));
  }

  /** The line, once answered. */
  get line(): FakeLine {
    if (!this.#line) throw new Error("nobody has answered");
    return this.#line;
  }

  rings(): void {
    this.request.onRinging();
  }

  /** @param takenDown what taking the line down waits for */
  answers(takenDown?: Promise<unknown>): FakeLine {
    const { scope, number } = this.request;
    const call = scope.child("line");
    this.#line = new FakeLine(call, number);
    if (takenDown) call.onEnd(() => takenDown);
    call.onEnd(() => scope.end(call.ending));
    this.#settle({ kind: "answered", line: this.#line });
    return this.#line;
  }

  /** Somebody answers and has hung up before the line could be set up. */
  answersAndHangsUp(): void {
    const line = this.answers();
    line.leaves();
  }

  declines(outcome: UnansweredOutcome, detail: string): void {
    this.#settle({ kind: "not_answered", outcome, detail });
  }

  /** The media connection of the line is lost: Asterisk has died. */
  breaks(): void {
    this.request.scope.end(new Ending("failed", "The media socket closed with 1006"));
  }
}

/** Dials nobody: every call that is placed waits for the test to say what becomes of it. */
export class FakeDialler implements Dialler {
  readonly callees: FakeCallee[] = [];
  /** What the telephone system knows of telephones, by number. */
  readonly states = new Map<string, DeviceState>();
  /** Called with every request before it counts; what it throws is thrown. */
  onDial: (request: DialRequest) => void = () => {};
  /** What Asterisk remembers of channels; it outlives this dialler where it is handed to the next. */
  readonly recorded: Map<string, DialState>;
  /** While true, Asterisk can be asked nothing. */
  away = false;
  #channels = 0;
  readonly #name: string;

  constructor(recorded = new Map<string, DialState>(), name = "dial") {
    this.recorded = recorded;
    this.#name = name;
  }

  readonly intents: DialIntents = {
    record: async (channelId) => {
      if (this.away) throw new AttendantError("asterisk_unreachable", "Asterisk is not connected");
      this.recorded.set(channelId, "not_dialled");
    },
    lookUp: (channelId) => Promise.resolve(this.away ? undefined : (this.recorded.get(channelId) ?? "unknown")),
    clear: async (channelId) => {
      if (!this.away) this.recorded.delete(channelId);
    },
  };

  deviceState(number: string): Promise<DeviceState> {
    return Promise.resolve(this.states.get(number) ?? "unknown");
  }

  newChannelId(): string {
    return `${this.#name}-${++this.#channels}`;
  }

  async dial(request: DialRequest): Promise<Dialled> {
    if (request.scope.ending) return { kind: "not_answered", outcome: "cancelled", detail: "It was ended before." };
    this.onDial(request);
    if (this.recorded.has(request.channelId)) this.recorded.set(request.channelId, "dialled");
    const callee = new FakeCallee(request);
    this.callees.push(callee);
    return callee.dialled;
  }

  /** Who was called last. */
  get last(): FakeCallee {
    const callee = this.callees.at(-1);
    if (!callee) throw new Error("nobody was called");
    return callee;
  }
}
