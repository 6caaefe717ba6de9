/** One of the possible answers to a question. */
export interface ChoiceOption {
  readonly value: string;
  /** Further words for it, in addition to `value`. */
  readonly synonyms: readonly string[];
  /** The key that chooses it. */
  readonly key: string;
  /** Where a callee who chooses it is put through: a name from the directory, or a number. */
  readonly transfer?: string | undefined;
}

/** A question with a closed set of answers. */
export interface Choice {
  readonly prompt: string;
  readonly options: readonly ChoiceOption[];
  /** How long to wait for an answer to begin after the prompt was played, in ms. */
  readonly timeoutMs: number;
  /** How many times the prompt is asked in all. */
  readonly attempts: number;
  /** Whether a key pressed during the message, before the question, counts as the answer; default false. */
  readonly dtmfEarly?: boolean | undefined;
}

/** What a placed call does when no person answers: hang up, say its message at once, or leave it after the beep. */
export type OnMachine = (typeof ON_MACHINE)[number];
export const ON_MACHINE = ["hang_up", "speak", "leave_message"] as const;

/** What is to be said in a placed call and how much of it has been: everything that another process needs to continue it. */
export interface CallScript {
  readonly message: string;
  readonly choice: Choice | null;
  /** What to do when a machine answers; undefined when it is not listened for who does. */
  readonly onMachine?: OnMachine | undefined;
  /** Left after the beep; undefined for the message. */
  readonly machineMessage?: string | undefined;
  /** Number of the message's sentences that were played to their end. */
  readonly heard: number;
  /** How many times the question has been started. */
  readonly asked: number;
}
