import type { Asides } from "../choice.js";

export const ASIDES: Asides = {
  always: [
    // Of someone else.
    /^(mio|mia|miei|nostro|nostra|suo|sua) (?!prefer|scelta)\p{L}+ (.* )?\*/u,
    /^(il|la|lo|l|i|le|un) (?!miglior|meglio|unic|risposta)\p{L}+ (e|sta|ha|vuole|voleva|dice) (.* )?\*/u,
    /^((il |la |l )?(mio|mia|nostro|nostra)|il|la|l|lo) \* (e|ha|sta|mi ha)(?! (bene|meglio|perfetto|molto))( |$)/u,
    /^(signore|signora|lui|lei) (e|sta|ha|vuole|voleva) (.* )?\*/u,
    /\* e (il |la )?(mio|mia|nostro|nostra) (?!prefer)/u,
    // Of the calendar.
    /(^| )(oggi|domani|ieri) e \*/u,
    /(^| )(sono le|e l) \d/u,
    /(^| )(compleanno|festa|anniversario|natale|pasqua)( |$)/u,
    /(^| )(da|dal) \* in poi|(^| )fino (a|al) \*/u,
    // Of what is to come.
    /(^| )(le|ti|glielo|lo|vi) (dico|diro|chiamo|richiamo|decido) (.* )?\*/u,
    /\* (le|ti|glielo|lo|vi|ci) (dico|diro|chiamo|richiamo|decido|penso|sentiamo)( |$)/u,
    /(^| )(decido|vediamo|vedremo) \*|\* (vado|andiamo|decido|vediamo|vedremo|vengo)$/u,
    /^\* (tutto|di lei|di voi|di te)$/u,
    /grazie (mille )?(per|di|della|del|dell) (la |l |il |le )?\*/u,
    // Of hearing.
    /(^| )(la|ti|vi) sento (.* )?\*/u,
    // Of something that only has the same word.
    /(^| )\* (domanda|cosa|problema|minuto|attimo)( |$)/u,
    /(^| )piu \*/u,
    /\* (delle|dei|di|della) (vostre|vostri|queste|questi|tutto)( |$)/u,
    /\* e a manca$/u,
  ],
  ofSelf: [
    /(^| )(sono|siamo(?! (in )?\*$)) (?!liber|disponibil|d accordo|per )(.* )?\*/u,
    /\* (sono|siamo)( (?!liber|disponibil)| *$)/u,
    /(^| )(ho|abbiamo) (?!bisogno|tempo|voglia|scelto|deciso|optato)(.* )?\*/u,
    /\* (ho|abbiamo)(?! (tempo|libero))( |$)/u,
    /(^| )(lavoro|lavoriamo|vivo|voto|abito|vengo da|parlo) (.* )?\*|\* (lavoro|lavoriamo)( |$)/u,
  ],
  asksOfSelf:
    /(^| )(come sta|sente|si trova|ha (un|il|la|dei)|siete|avete|lei e|chi (e|parla)|lavora|vive|^parla)( |$)/u,
  introduces: /\* all apparecchio$|(^| )(mi chiamo|il mio nome e) (.* )?\*/u,
  saysWho: /^(qui|sono|e) \*|\* qui$/u,
  asksWho: /(^| )(chi)( |$)/u,
  past: /(^| )(era|ero|stavo|avevo|stato|stata|ho avuto|voleva|volevo|ho dovuto|#0 volta|settimana scorsa|ieri)( |$)/u,
  asksPast: /(^| )(era|stato|successo|#0|capitato|cominciato)( |$)/u,
  unfinished: /(^| )(il|lo|la|i|gli|un|una|di|del|della|al|alla|in|con|per|che|d|l|mio|mia|perche)$/u,
};
