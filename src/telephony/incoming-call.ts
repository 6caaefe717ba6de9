import type { Scope } from "../kernel/scope.js";
import type { Line, Party } from "./line.js";

/** A call that has arrived and is not answered: the caller hears it ring. */
export interface IncomingCall {
  readonly channelId: string;
  readonly caller: Party;
  readonly extension: string;
  /** The call's life. It ends when the caller hangs up, and ending it hangs up. */
  readonly scope: Scope;
  /** Answers; audio goes both ways when it resolves. */
  answer(): Promise<Line>;
  /** Turns the call away: the caller hears the busy tone (Q.850 cause 17). */
  reject(): Promise<void>;
}
