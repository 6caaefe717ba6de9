/** One of the answers that a question has. */
export interface ChoiceOption {
  readonly value: string;
  /** Further words for it; `value` counts as one of them. */
  readonly synonyms: readonly string[];
  /** The key that chooses it. */
  readonly key: string;
}

/** A question with a closed set of answers. */
export interface Choice {
  readonly prompt: string;
  readonly options: readonly ChoiceOption[];
  /** How long is waited for an answer to begin once the prompt was heard, ms. */
  readonly timeoutMs: number;
  /** How often the prompt is asked in all. */
  readonly attempts: number;
  /** Whether a key that is pressed in the message, before the question, answers it; false unless given. */
  readonly dtmfEarly?: boolean | undefined;
}

/** What is to be said in a call that is placed, and how far that has come: all that another process needs to go on with it. */
export interface CallScript {
  readonly message: string;
  readonly choice: Choice | null;
  /** How many of the message's sentences were heard to their end. */
  readonly heard: number;
  /** How often the question was begun to be asked. */
  readonly asked: number;
}
