import type { Scope } from "../kernel/scope.js";
import type { Line, Party } from "./line.js";

/** A call that has arrived and is not answered: the caller hears it ring. */
export interface IncomingCall {
  /** The channel in the telephone system; null when there is none, so that no other process could resume the call. */
  readonly channelId: string | null;
  /** The id of the call, if the caller knows it already. */
  readonly callId?: string;
  /** The name of the key that it came with. */
  readonly client?: string | undefined;
  readonly caller: Party;
  readonly extension: string;
  /** The call's life. It ends when the caller hangs up, and ending it hangs up. */
  readonly scope: Scope;
  /** Answers; audio goes both ways when it resolves. */
  answer(): Promise<Line>;
  /**
   * Turns the call away. `busy`: the caller hears the busy tone (Q.850 cause 17). `congested`: it goes back to the dialplan,
   * which may lead it elsewhere, and otherwise ends it with cause 42, upon which a PBX tries its next destination.
   */
  reject(how?: "busy" | "congested"): Promise<void>;
}

/** A call that an earlier instance had answered, and that has returned. It is found by its channel. */
export interface ReturningCall extends IncomingCall {
  readonly channelId: string;
}

/** How a channel stands: `up` once it was answered, `down` before that, `gone` when there is none of that name. */
export type ChannelState = "up" | "down" | "gone";
