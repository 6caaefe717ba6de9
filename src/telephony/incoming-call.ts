import type { Scope } from "../kernel/scope.js";
import type { Line, Party } from "./line.js";

/** A call that has arrived and is not answered: the caller hears it ring. */
export interface IncomingCall {
  /** Of the telephone system; null where the call has none, and no other process could go on with it. */
  readonly channelId: string | null;
  /** What it is known by, where whoever calls was told so already. */
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
   * which may have somebody else take it, and else ends it with cause 42, upon which a PBX tries its next destination.
   */
  reject(how?: "busy" | "congested"): Promise<void>;
}

/** One that an earlier run had answered, and that is back: its channel is what it is found by. */
export interface ReturningCall extends IncomingCall {
  readonly channelId: string;
}
