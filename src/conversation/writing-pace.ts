/** Measures how fast a text is being written. */
export interface WritingPace {
  /** Characters per second since its first piece; meaningful from the second piece on. */
  readonly charactersPerSecond: number;
  wrote(piece: string): void;
}

export function createWritingPace(): WritingPace {
  let begun: number | undefined;
  let characters = 0;
  return {
    get charactersPerSecond() {
      return (characters / (performance.now() - (begun ?? Number.NaN))) * 1_000;
    },
    wrote(piece) {
      if (begun === undefined) begun = performance.now();
      else characters += piece.length;
    },
  };
}
