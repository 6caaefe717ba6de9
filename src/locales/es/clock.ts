import type { ClockWords } from "../choice.js";

export const CLOCK: ClockWords = {
  asked: /(^| )(hora|cuando)( |$)/,
  before: /^(a|las|la|para|mejor)$/,
  told: /(^| )las \*$|\* horas/,
  forms: [
    [/^(?<hour>\d+)( en punto| horas)?$/, 0],
    [/^(?<hour>\d+)( y)? (?<past>\d+)$/, 0],
    [/^(?<hour>\d+) y media$/, 30],
    [/^(?<hour>\d+) y cuarto$/, 15],
    [/^(?<hour>\d+) menos cuarto$/, -15],
    [/^(?<hour>\d+) menos (?<to>\d+)$/, 0],
  ],
  forenoon: / de la manana$/,
  afternoon: / de la (tarde|noche)$/,
};
