/** What is heard in it: a text, a pause (ms), or a tone. */
export type Heard = string | number | { readonly hz: number; readonly ms: number };

/** Who answers; a screener asks callers for their name and reason, and puts some of them through. */
export type Answerer = "human" | "machine" | "menu" | "screener";

/** A greeting: who answers, and what is heard from the answer on. */
export type Greeting = readonly [who: Answerer, ...heard: readonly Heard[]];
