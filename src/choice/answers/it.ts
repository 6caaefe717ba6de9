import type { SpokenAnswers } from "../spoken-answers.js";

export const IT: SpokenAnswers = {
  hesitation: `ehm|eh|mah|beh|allora|dunque|buona domanda|hm|hmm|ah|oh|diciamo|cioè|insomma|ecco|oddio|mamma mia|oh dio|
    dio mio|accidenti|ahi|uh|ops|guardi|senta|mamma`,
  waits: `vediamo|vedremo|ci penso|ci penso su|fammi pensare|mi faccia pensare|mi lasci pensare|ci devo pensare|
    un attimo|un attimino|un momento|un momentino|un secondo|un minuto|un istante|aspetti|aspetta|aspettate|
    aspetti un attimo|aspetti un momento|aspetta un attimo|attenda|attenda un attimo|resti in linea`,
  greets: `buongiorno|buonasera|buon pomeriggio|salve|ciao`,
  listens: `pronto|mi dica|dica|dica pure|mi dica pure|la ascolto`,
  degree: `male|mal|poco|a metà|a malapena|a mezzo|a stento|vagamente`,
  identifies: `sono io|io sono|sono proprio io|proprio io|sono qui|sono qua|ci sono|è lui|è lei|eccomi|
    in persona|all apparecchio|al telefono`,
  invites: `parli|parla|racconti|mi racconti|continui|continua|prosegua|vada avanti|avanti|faccia pure`,
  courtesy: `per favore|per piacere|per cortesia|grazie|grazie mille|molte grazie|prego|scusi|scusa|mi scusi|
    mi dispiace|signore|signora|arrivederci|solo|soltanto|semplicemente|davvero|grazie a dio|purtroppo|ahimè|
    caro|cara|amico mio|buona giornata|buona serata|buona notte|buonanotte|buona mattinata|a domani|
    a stasera|a domattina|a dopo|per la prima volta|per la seconda volta`,
  carrier: `io|noi|mi|me|mio|mia|il|lo|la|i|gli|le|l|un|una|è|sono|sarebbe|sarà|vorrei|voglio|vogliamo|
    prendo|prenderei|prenderò|scelgo|preferisco|preferirei|direi|dico|rispondo|ho|di|del|della|a|al|alla|
    alle|in|con|per|e|che|quello|quella|questo|questa|penso|credo|la mia risposta|risposta|scelta|opzione|
    mi dia|dammi|ho bisogno|meglio|va bene|mi va bene|ore|premo|facciamo|d|potere|vado|metta|mi metta|
    mettimi|metti|ne|ne basta|un po|un pochino|siamo|saremo|basta|bastano|me ne servono|servono|mi servono`,
  idiom: `nessun problema|non c è problema|senza problemi|perché no|non importa|non fa niente|di niente|
    senza dubbio|non c è male|niente male|mica male|non male|non è male|non è affatto male`,
  assent: `sì`,
  denial: `no`,
  affirms: `certo|certo che sì|certamente|naturalmente|ovviamente|volentieri|con piacere|senz altro|confermo|
    assolutamente sì|eccome|altroché|ma certo|con molto piacere|esatto|esattamente|giusto|è giusto|è vero`,
  agrees: `va bene|d accordo|perfetto|bene|ok|okay|sicuro|ottimo|benissimo`,
  attends: `ci sarò|ci saremo`,
  misses: `non posso|non possiamo|non ce la faccio|non riesco|non potrò|impossibile|non verrò|non vengo|
    non ci vengo|non ci sarò|non verremo|non veniamo`,
  promises: `posso|possiamo|potrò|riesco|ce la faccio|vengo|ci vengo|veniamo|verrò|verremo`,
  declines: `assolutamente no|certo che no|per niente|per nulla|mai|neanche per sogno|in nessun caso|non voglio|
    meglio di no|direi di no|non mi interessa|macché|ma no|ma figurati|non se ne parla|questa volta no|
    temo di no|nemmeno per idea|per carità`,
  hedges: `non serve|non mi serve|non è necessario|non ne ho bisogno|non occorre`,
  negation: `non|nessuno|nessuna|niente|nulla|né|nemmeno|neanche|neppure|senza|tranne|eccetto|tutto tranne|invece di|
    anziché|contro|falso|odio|rifiuto|
    meno|troppo`,
  contrast: `ma|però|bensì|tuttavia|anche se`,
  unsure: `non sono sicuro|non sono sicura|non so|non lo so|non saprei|nessuna idea|non ne ho idea|boh|forse|magari|
    figuriamoci|può darsi|probabilmente|possibilmente|dipende|o|oppure|uno qualsiasi|qualsiasi|è uguale|
    entrambi|entrambe|tutti e due|tutti e 2|non capisco|non ho capito|non proprio|non ancora|non solo|spero|
    avrei|avrebbe|potrebbe|dovrebbe|quasi|qualcosa|altro|altra|se|sì e no|dubito|ne dubito|mezza|mezzo|
    quarto|dopo|prima di|prima sì|prima no|prima del|prima che|non dico di no|non ho detto di no|non ho detto di sì|non dico di sì|
    non dico no|come no`,
  asks: `che cosa|cosa|quale|quali|chi|quando|quanto|dove|perché|come dice|come ha detto|ha detto|vuole dire|cosa intende|
    ripeta|ripetere|
    può ripetere|è sicuro|è sicura|come scusi`,
  inverts: `posso avere il|c è|ci sono`,
  requests: `posso parlare con|potrei parlare con|vorrei parlare con|voglio parlare con|
    posso avere|potrei avere|mi può dare|mi potrebbe dare|posso prendere|potrei prendere`,
  place: `opzione|l opzione|risposta|scelta|possibilità`,
  key: `prema|premere|premi|digiti|digitare|tasto|il tasto|premo|premo il|pulsante`,
  number: `numero|il numero`,
};
