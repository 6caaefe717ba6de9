import type { ClockWords } from "../choice.js";

export const CLOCK: ClockWords = {
  asked: /(^| )(ora|quando)( |$)/,
  before: /^(alle|all|le|per|meglio)$/,
  told: /(^| )le \*$|\* ore/,
  forms: [
    [/^(?<hour>\d+)( in punto)?$/, 0],
    [/^(?<hour>\d+)( e)? (?<past>\d+)$/, 0],
    [/^(?<hour>\d+) e mezz[ao]$/, 30],
    [/^(?<hour>\d+) e 1 quarto$/, 15],
    [/^(?<hour>\d+) meno 1 quarto$/, -15],
    [/^(?<hour>\d+) meno (?<to>\d+)$/, 0],
  ],
  forenoon: / (del mattino|di mattina)$/,
  afternoon: / (del pomeriggio|di pomeriggio|di sera|della sera)$/,
};
