import type { ChoiceWords } from "../choice.js";

export const CHOICES: ChoiceWords = {
  asksFor: /^(welche[nrsm]?|viele)$/,
  articles: /^(der|die|das|den|dem)$/,
  counts: /^(viele)$/,
  says: /^(sagen)$/,
  alternates: /^(oder)$/,
  requests: /^(konnen sie|konnten sie|konnen wir|konnten wir)$/,
  corrects: /(^| )(entschuldigung|verzeihung|lieber(?! als)|doch|ach nein|vielmehr)( |$)/,
  slightly: /^(etwas|1 bisschen|1 wenig) (?!\p{L}+er$)/u,
  points: /^(der|die|das|nicht|ist|sind)$/,
  continues: /^(von)$/,
};
