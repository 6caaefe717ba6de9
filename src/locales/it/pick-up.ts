import type { PickUpWords } from "../locale.js";

/** What assistants that answer for someone call themselves, and people do not. */
const ASSISTANT = /assistente (virtuale|vocale|automatic[oa]|digitale)|da un( \p{L}+)? assistente/u;
/** When to speak. */
const BEEP = /dopo (il|un|l)( \p{L}+){0,2} ?(segnale|bip|tono|beep)/u;

export const PICK_UP: PickUpWords = {
  screener: [
    ASSISTANT,
    /(dica|dire|di|indichi|registri|pronunci)( \p{L}+){0,4} nome( \p{L}+){0,4} (motivo|ragione|perché|scopo)/u,
    /(chi sei|chi è) e perché|nome e (il |la )?(motivo|ragione)|se (la|questa) persona è|servizio di filtro|chiamata è filtrata|filtro chiamate/u,
    /prima di (metterla|collegarla|passarla|trasferirla)/u,
  ],
  machine: [
    /segreteria|linea( \p{L}+){0,8} (guasta|guasto|fuori servizio)|è spento|casella vocale|messaggio vocale/u,
    /(lasci|lascia|lasciate|lasciare|lasciami|lasciateci|registri|registrate)( \p{L}+){0,4} (messaggio|nome|numero|recapito)/u,
    BEEP,
    /non (posso|possiamo)( \p{L}+)? (rispondere|prendere|rispondervi)/u,
    /(cliente|utente|numero|abbonato)( \p{L}+){0,6} (inesistente|raggiungibile|attivo|spento|non( \p{L}+){0,3} (disponibile|esistente|assegnato|risponde))|chiamata non può|terminale( \p{L}+)? spento|riprov(are|i|a)( \p{L}+)? più tardi|(inesistente|non (è|risulta) attivo)|controllare il numero|richiamare più tardi/u,
    /non (ci sono|ci siamo|sono in casa|siamo in casa|sono disponibile)|(verrà|sarete|sarà) (richiamat|ricontattat)/u,
    /(uffici|studio|negozio|sportelli)( \p{L}+){0,4} (chiuso|chiusi|aperti|aperto)|siamo (aperti|chiusi)|orari(o)? di (apertura|ufficio)/u,
    /(sapete|sai) (cosa|che) (fare|dire)/u,
  ],
  absent: [/non può( \p{L}+)? (rispondere|prendere|rispondervi)|non è (al momento )?(raggiungibile|disponibile)/u],
  titled: /(^| )(signora?|signor|dottore?|dottoressa|avvocato|ingegnere?) \p{L}+/u,
  menu: [
    /(prema|premi|premere|digiti|digita|digitare|selezioni) (\d|zero|uno|due|tre|quattro|cinque|sei|sette|otto|nove|il tasto|cancelletto|asterisco)/u,
    /(operatori|linee|consulenti)( \p{L}+){0,3} (occupat|impegnat)|(restare|rimanga|attenda|rimanere) in (linea|attesa)|la sua chiamata è importante/u,
    /tempo di attesa|per altro dica|risponderemo|(primo|prossimo) operatore|operatore( \p{L}+){0,2} (libero|disponibile|risponderà)/u,
    /(conosce|sa)( \p{L}+){0,2} interno|chiamata( \p{L}+){0,4} registrat|menu|in poche parole|dica sì/u,
  ],
  human: [
    /(come|in cosa|cosa) (posso|possiamo|desidera)|mi dica|(sono|parla) \p{L}+( come|$)/u,
    /(ti|la|mi) (posso |puoi )?(richiamare|richiamo|richiama)|sto guidando|eccomi|ero (in|fuori|al)|scusi|scusa/u,
    /(un|solo un) (attimo|momento|secondo)|(buongiorno|buonasera|ciao|salve|pronto|sì)$/u,
    /^(pronto|sì|buongiorno)( \p{L}+){0,4}$/u,
  ],
  asksWho: [/chi (è|parla|sei|chiama)|con chi (parlo|sto)|da parte di chi|chi la (desidera|cerca)/u],
  itself: [ASSISTANT, BEEP, /(segreteria|casella vocale)( telefonica)? (di|del|della|dello) /u],
  answersFor: [
    /(^| )lui (non )?(è|può)|lei non (è|può)( \p{L}+){0,2} (qui|casa|ufficio|disponibile|raggiungibile|venire|rispondere)( |$)/u,
    /(?<!se )(posso|vuole|devo)( \p{L}+){0,2} (prendere|lasciare|lasciargli|lasciarle|riferire|dirgli|dirle)|(qual è|mi dice|posso sapere)( \p{L}+){0,3} (nome|motivo)/u,
  ],
  announcing:
    /^(messaggio|segnale|acustico|bip|segreteria|utente|cliente|numero|raggiungibile|disponibile|spento|lasci\p{L}*|prema|premere|premi|digit\p{L}*|tasto|menu|attesa|attendere|attenda|operator\p{L}*|chius\p{L}*|riapr\p{L}*|ferie|apert\p{L}*|orari\p{L}*|occupat\p{L}*|inesistente|registrat\p{L}*|richiamare|riprovare|tardi|conto|credito|ricarica|effettui|chiamat[ea]|connessione|rete|interno|trasferiment\p{L}*|trasferita|inoltrata|risponde|linea|uffici[o]?|clienti|servizi[o]?|informazioni|sito|internet|applicazione|app|mail|www|indirizzo|trasferit[oa]|biglietti?|biglietteria|prenotazion[ei]|urgenze?|vacanze|festivi|team|consulent[ei]|reparto|offert[ae]|prodott[io]|ordin[ei]|spedizion[ei]|ore|fino|visiti|consulti|utilizzi|desiderato|richiesto|nostr[oaie]|suo|sua|suoi|sue|utenza|abbonato|ricevere|limitat\p{L}*|guasto|tecnici|attualmente|visitatori|scelto|nessuno|seguente|gentile)$/u,
  personal: /^(io|sono|mi|mio|mia|me|sto|posso|ho|lui|chi|cosa|puoi|sì|no|ah|ehm|senti|senta|aspetti|aspetta|torna)$/u,
};
