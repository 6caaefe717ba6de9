import type { Schemas } from "../rest.js";
import { milliseconds } from "../words.js";

/** Figures that the service may report. */
interface Stages {
  readonly first_token_ms?: number;
  readonly first_sample_ms?: number;
  readonly stt_ms?: number;
  readonly llm_ms?: number;
  readonly tts_ms?: number;
  readonly queue_ms?: number;
  readonly input_tokens?: number;
  readonly output_tokens?: number;
  readonly tools?: readonly { readonly name: string; readonly at_ms: number; readonly ms: number }[];
}

export type Turn = NonNullable<Schemas["TranscriptEntry"]["turn"]> & Stages;

interface Part {
  readonly kind: "wait" | "stt" | "llm" | "tool" | "tts" | "queue";
  readonly name: string;
  /** ms after the caller's last word. */
  readonly from: number;
  readonly to: number;
}

/** How a turn's time was spent, in order of the start times. Parts may overlap, because a reply may be speculative. */
export function partsOf(turn: Turn): readonly Part[] {
  const { endpoint_ms, recognised_ms, first_word_ms, first_sound_ms } = turn;
  const { first_token_ms = first_word_ms, first_sample_ms = first_sound_ms } = turn;
  const part = (kind: Part["kind"], name: string, to: number | undefined, ms: number | undefined, after?: number) => {
    if (to === undefined) return [];
    const from = ms === undefined ? after : to - ms;
    return from === undefined || from > to ? [] : [{ kind, name, from, to }];
  };
  const queued =
    first_sound_ms === undefined || turn.queue_ms === undefined ? undefined : first_sound_ms + turn.queue_ms;
  return [
    ...part("wait", "Waiting for the end of the turn", endpoint_ms, undefined, 0),
    ...part("stt", "Speech to text", recognised_ms, turn.stt_ms, endpoint_ms),
    ...part("llm", "Language model", first_token_ms, turn.llm_ms, recognised_ms),
    ...(turn.tools ?? []).map(({ name, at_ms, ms }): Part => ({ kind: "tool", name, from: at_ms, to: at_ms + ms })),
    ...part("tts", "Voice", first_sample_ms, turn.tts_ms, first_word_ms),
    ...part("queue", "Sending to the telephone", queued, turn.queue_ms),
  ].sort((one, other) => one.from - other.from);
}

/** When the reply was heard, in ms after the caller's last word; undefined when it never was. */
export function heardAfter({ first_sound_ms, queue_ms = 0 }: Turn): number | undefined {
  return first_sound_ms === undefined ? undefined : first_sound_ms + queue_ms;
}

/**
 * A turn's time, divided into its parts.
 *
 * @param spanMs what the whole width represents, so that the turns of a call can be compared
 */
export function Waterfall({ turn, spanMs }: { readonly turn: Turn; readonly spanMs: number }) {
  const parts = partsOf(turn);
  const start = Math.min(0, ...parts.map(({ from }) => from));
  const percent = (ms: number) => `${(100 * ms) / Math.max(1, spanMs - start)}%`;
  return (
    <table class="waterfall">
      <caption class="unseen">Where the time went after the caller's last word</caption>
      <thead class="unseen">
        <tr>
          <th scope="col">Part</th>
          <th scope="col">When</th>
          <th scope="col">How long</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ kind, name, from, to }, at) => (
          <tr key={at}>
            <th scope="row">{name}</th>
            <td class="track">
              <span
                class={`part ${kind}`}
                style={{ marginLeft: percent(from - start), width: percent(Math.max(to - from, 0)) }}
              />
              <span class="unseen">
                {milliseconds(from)} to {milliseconds(to)}
              </span>
            </td>
            <td class="number">{milliseconds(to - from)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
