import type { CallKind } from "./kinds.js";
import { between, type Caller, converse, oneOf, type People } from "./people.js";
import type { Saying } from "./sounds.js";

/** The assistant has said its greeting, ms of silence. */
const GREETED_MS = 700;
const GREETING_MS = 8_000;
const HANGS_UP_WITHIN_MS = 8_000;
const TIMER_MS = 14_000;

async function greeted({ ears }: Caller): Promise<void> {
  await ears.hears(GREETING_MS);
  await ears.hearsSilence(GREETED_MS, GREETING_MS);
}

/** A kind of conversation. */
function talk(name: string, weight: number, script: (caller: Caller, people: People) => Promise<unknown>): CallKind {
  return { name, weight, make: (people) => converse(name, people, (caller) => script(caller, people)) };
}

/** Conversations that people begin. */
export const INBOUND_KINDS: readonly CallKind[] = [
  talk("conversation", 30, async (caller, { random }) => {
    await greeted(caller);
    for (let left = 2 + Math.floor(random() * 4); left > 0 && !caller.ears.isOver; left--) {
      await caller.ask(oneOf<Saying>(["time", "sum", "joke"], random));
    }
    if (random() < 0.5) return;
    // The assistant hangs up.
    await caller.ask("goodbye");
    await caller.ears.wait(4_000);
  }),
  talk("hang-up at any moment", 10, async (caller, { random }) => {
    const script = greeted(caller).then(() => caller.ask("story"));
    await Promise.race([script, caller.ears.wait(random() * HANGS_UP_WITHIN_MS)]);
  }),
  talk("interruption", 5, async (caller, { random }) => {
    await greeted(caller);
    void caller.ask("story");
    await caller.ears.wait(between(3_500, 6_000, random));
    await caller.ask("time");
  }),
  talk("operator", 3, async (caller, { random }) => {
    await greeted(caller);
    await caller.askForOperator();
    await caller.ears.wait(between(3_000, 8_000, random));
  }),
  talk("timer in the call", 1, async (caller) => {
    await greeted(caller);
    if (await caller.ask("timer")) await caller.ears.hears(TIMER_MS);
    await caller.ears.hearsSilence(GREETED_MS, GREETING_MS);
  }),
  talk("timer that rings back", 2, async (caller) => {
    await greeted(caller);
    await caller.ask("timer");
  }),
  talk("callback", 2, async (caller) => {
    await greeted(caller);
    await caller.ask("callback");
  }),
];
