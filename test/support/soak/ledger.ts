import { Webhook as Verifier } from "standardwebhooks";
import type { LogLine } from "../controller.js";
import type { ReceivedWebhook } from "../receiver/receiver.js";
import type { Ears } from "./ears.js";
import type { Arrived, ErrorLine, Inflicted, Placed, Planned, TurnedAway, Webhook, Witness } from "./evidence.js";
import type { Sample } from "./leaks.js";

/** A conversation that goes on, with somebody who listens. */
interface Talk {
  readonly arrived: Arrived;
  readonly ears: Ears;
}

/** A conversation that a killed controller had is back within this, or it is not, ms. */
const BACK_MS = 60_000;
/** Digits of a number. */
const LENGTH = 7;

/** Everything that is seen in a run, written down as it happens. */
export class Ledger {
  readonly placed: Placed[] = [];
  readonly planned: Planned[] = [];
  readonly arrived: Arrived[] = [];
  readonly turnedAway: TurnedAway[] = [];
  readonly witnesses: Witness[] = [];
  readonly webhooks: Webhook[] = [];
  readonly faults: Inflicted[] = [];
  readonly errors: ErrorLine[] = [];
  readonly refused: { number: string; answer: string }[] = [];
  readonly samples: Sample[] = [];
  /** How often a caller asked for the operator by key. */
  readonly operator = { pressed: 0 };
  /** Questions that callers asked, and those that got a sound in answer. */
  readonly questions = { asked: 0, answered: 0 };
  readonly #talks = new Set<Talk>();
  readonly #over = new Set<string>();
  readonly #waiting = new Map<string, () => void>();
  /** Who is told when a caller's conversation goes on after a kill. */
  readonly #resumed = new Map<string, () => void>();
  readonly #verifier: Verifier;
  #serial = 0;

  /** @param secret what webhooks are signed with */
  constructor(secret: string) {
    this.#verifier = new Verifier(secret);
  }

  /** A number of seven digits that nobody had before. @param manner what it begins with */
  number(manner: string): string {
    return `${manner}${String(++this.#serial).padStart(LENGTH - manner.length, "0")}`;
  }

  get offered(): number {
    return this.placed.length + this.planned.length + this.arrived.length + this.turnedAway.length;
  }

  /** Conversations at this moment. */
  get talking(): number {
    return this.#talks.size;
  }

  /** Takes a line of the service's log. */
  take({ level, event, msg, data }: LogLine): void {
    const callId = typeof data?.call_id === "string" ? data.call_id : undefined;
    if (level === "ERROR" || level === "FATAL") this.errors.push({ at: Date.now(), event, msg, callId });
    if (event === "call_end" && callId !== undefined) {
      this.#over.add(callId);
      this.#waiting.get(callId)?.();
    }
    if (event === "call_resumed") this.#resumed.get(String(data?.caller))?.();
  }

  /** Whether the log has told of a call's end; waits for that so long. */
  async isToldOver(callId: string, withinMs: number): Promise<boolean> {
    if (this.#over.has(callId)) return true;
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(callId);
        resolve(this.#over.has(callId));
      };
      const timer = setTimeout(done, withinMs);
      this.#waiting.set(callId, done);
    });
  }

  /** Takes a webhook as it came in. */
  received({ headers, body }: ReceivedWebhook): void {
    const { call_id: callId } = JSON.parse(body) as { readonly call_id: string };
    let signed = true;
    try {
      this.#verifier.verify(body, headers as Record<string, string>);
    } catch {
      signed = false;
    }
    this.webhooks.push({ callId, id: String(headers["webhook-id"]), signed, body });
  }

  /** A call was answered to somebody who listens. @returns what is to be called when it is over */
  talks(arrived: Arrived, ears: Ears): (by: "caller" | "service") => void {
    const talk = { arrived, ears };
    this.arrived.push(arrived);
    this.#talks.add(talk);
    return (by) => {
      arrived.endedAt = Date.now();
      arrived.endedBy = by;
      this.#talks.delete(talk);
    };
  }

  /** The controller is about to be killed: has each conversation with it watched until it goes on, or is over. */
  watchKill(): void {
    for (const talk of this.#talks) if (!talk.arrived.isPutThrough) this.#watch(talk);
  }

  #watch({ arrived, ears }: Talk): void {
    const { caller } = arrived;
    const witness: Witness = { caller, killedAt: Date.now(), outcome: "open", silenceMs: 0 };
    this.witnesses.push(witness);
    let last = performance.now();
    let isBack = false;
    this.#resumed.set(caller, () => (isBack = true));
    const stop = ears.onSound(() => {
      if (witness.outcome !== "open") return;
      const now = performance.now();
      witness.silenceMs = Math.max(witness.silenceMs, Math.round(now - last));
      last = now;
      if (isBack) witness.outcome = "went_on";
    });
    void ears
      .until(() => witness.outcome !== "open", BACK_MS)
      .then(() => {
        stop();
        if (witness.outcome !== "open") return;
        witness.outcome = isBack ? "went_on" : arrived.endedBy === "caller" ? "left" : "lost";
      });
  }
}
