/** The fields of a call that identify its parties. */
interface Ends {
  readonly direction: "inbound" | "outbound";
  readonly extension: string;
  readonly caller: string | null;
  readonly caller_name: string | null;
}

type EndedBy = "caller" | "callee" | "assistant" | "client" | "service";

/** The other party, by name and number if there is a name. */
export function otherEnd({ direction, caller, caller_name, extension }: Ends): string {
  if (direction === "outbound") return extension;
  const number = caller ?? "Number withheld";
  return caller_name && caller_name !== caller ? `${caller_name} · ${number}` : number;
}

/** The words before {@link otherEnd}. */
export function whoCalled({ direction }: Pick<Ends, "direction">): string {
  return direction === "inbound" ? "Called you:" : "You called:";
}

const ENDED_BY: Readonly<Record<EndedBy, string>> = {
  caller: "The caller hung up",
  callee: "The callee hung up",
  assistant: "The assistant hung up",
  client: "Ended from the console or by a program",
  service: "The service ended it",
};

/** What became of a call: to whom it was put through, or who ended it; null when no party did. */
export function howItEnded({
  ended_by,
  transferred_to,
  transfer_outcome,
}: {
  readonly ended_by: EndedBy | null;
  readonly transferred_to: string | null;
  readonly transfer_outcome: string | null;
}): string | null {
  if (transfer_outcome === "transferred") return `Put through to ${transferred_to}`;
  return ended_by && ENDED_BY[ended_by];
}

/** The number for calling the other party; null when it is withheld. */
export function numberBack({ direction, caller, extension }: Omit<Ends, "caller_name">): string | null {
  return direction === "inbound" ? caller : extension;
}
