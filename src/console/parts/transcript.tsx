import type { ComponentChildren } from "preact";
import type { Schemas } from "../rest.js";
import { clockTime, milliseconds } from "../words.js";
import { Badge } from "./notices.js";
import { heardAfter, partsOf, type Turn, Waterfall } from "./waterfall.js";

type Entry = Schemas["TranscriptEntry"];

/** The transcript of a call, with the timing of each reply. */
export function Transcript({ entries }: { readonly entries: readonly Entry[] }) {
  const ends = entries.flatMap(({ turn }) => (turn ? partsOf(turn).map(({ to }) => to) : []));
  const spanMs = Math.max(1, ...ends);
  return (
    <ol class="transcript">
      {entries.map((entry, at) => (
        <Said key={at} entry={entry}>
          {entry.turn && <TurnFigures turn={entry.turn} spanMs={spanMs} />}
        </Said>
      ))}
    </ol>
  );
}

const WHO = { caller: "Caller", assistant: "Assistant", tool: "Tool" } as const;

/** One entry. Everything is shown as text, whatever it looks like. */
export function Said(props: {
  readonly entry: Entry;
  /** It may still change. */
  readonly isOpen?: boolean;
  readonly children?: ComponentChildren;
}) {
  const { entry, isOpen = false, children } = props;
  const { who, at, text = "", unheard, tool, status, message } = entry;
  if (who !== "tool" && text === "" && !unheard) return null;
  return (
    <li class={isOpen ? `said ${who} open` : `said ${who}`}>
      <p class="said-by">
        <span>{who === "tool" ? tool : WHO[who]}</span> <time dateTime={at}>{clockTime(at)}</time>{" "}
        {status && <Badge status={status} />}
      </p>
      <p class="said-words">
        {who === "tool" ? message : text}
        {unheard && <span class="unheard">{text ? ` ${unheard}` : unheard}</span>}
      </p>
      {children}
    </li>
  );
}

function TurnFigures({ turn, spanMs }: { readonly turn: Turn; readonly spanMs: number }) {
  const heard = heardAfter(turn);
  const tokens =
    turn.input_tokens === undefined ? undefined : `${turn.input_tokens} + ${turn.output_tokens ?? 0} tokens`;
  const overlaps = Object.entries(turn.overlaps ?? {}).filter(([, count]) => count);
  const notes = [
    ...(turn.ahead ? ["speculative"] : []),
    ...(turn.withdrawn ? [`${turn.withdrawn} withdrawn`] : []),
    ...(turn.interrupted ? ["interrupted by the caller"] : []),
    ...(turn.paused_ms ? [`paused for ${milliseconds(turn.paused_ms)}`] : []),
    ...overlaps.map(([kind, count]) => `during it: ${count} × ${OVERLAPS[kind] ?? kind}`),
    ...(tokens ? [tokens] : []),
  ];
  if (heard === undefined && notes.length === 0) return null;
  return (
    <div class="turn">
      {heard !== undefined && <Waterfall turn={turn} spanMs={spanMs} />}
      <p class="turn-notes">
        {heard !== undefined && <strong>Reply heard after {milliseconds(heard)}</strong>}
        {notes.map((note) => (
          <span key={note}>{note}</span>
        ))}
      </p>
    </div>
  );
}

const OVERLAPS: Readonly<Record<string, string>> = {
  words: "words",
  listening: "a listener's response",
  echo: "its own echo",
  nobody: "a noise",
};
