import type { ClockWords } from "../choice.js";

export const CLOCK: ClockWords = {
  asked: /(^| )(heures?|quand)( |$)/,
  before: /^(a|pour|plutot)$/,
  told: /\* heures?/,
  forms: [
    [/^(?<hour>\d+) heures?$/, 0],
    [/^(?<hour>\d+) heures? (?<past>\d+)$/, 0],
    [/^(?<hour>\d+) heures? et demie?$/, 30],
    [/^(?<hour>\d+) heures? et quart$/, 15],
    [/^(?<hour>\d+) heures? moins le quart$/, -15],
    [/^(?<hour>\d+) heures? moins (?<to>\d+)$/, 0],
  ],
  forenoon: / du matin$/,
  afternoon: / (de l apres midi|du soir)$/,
};
