import type { Scope } from "../kernel/scope.js";
import type { Line, Party } from "./line.js";

/** A call that has arrived and is not answered yet: the caller hears ringing. */
export interface IncomingCall {
  /** Channel in the telephone system; null when there is none, so that no other process can resume the call. */
  readonly channelId: string | null;
  /** Id of the call, if the caller has it already. */
  readonly callId?: string;
  /** Name of the key that it came with. */
  readonly client?: string | undefined;
  readonly caller: Party;
  readonly extension: string;
  /** Resolves to the assistant that the call asks for, by its id; undefined for none. Never rejects. */
  readonly assistant?: () => Promise<string | undefined>;
  /** Scope of the call. It ends when the caller hangs up, and ending it hangs up. */
  readonly scope: Scope;
  /** Answers the call. When this resolves, audio flows both ways. */
  answer(): Promise<Line>;
  /**
   * Rejects the call. `busy`: the caller hears the busy tone (Q.850 cause 17). `congested`: the call returns to the dialplan,
   * which may route it elsewhere, and otherwise ends it with cause 42, after which a PBX tries its next destination.
   */
  reject(how?: "busy" | "congested"): Promise<void>;
}

/** A call that an earlier instance had answered, and that has returned. It is identified by its channel. */
export interface ReturningCall extends IncomingCall {
  readonly channelId: string;
  /** Takes what the caller had dialled, and the assistant's id: who is put through to us in their place has both. */
  hadDialled(extension: string, assistant: string | undefined): void;
}

/** State of a channel: `up` once it was answered, `down` before that, `gone` when it does not exist. */
export type ChannelState = "up" | "down" | "gone";
