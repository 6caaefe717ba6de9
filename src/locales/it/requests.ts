import type { Requests } from "../locale.js";

const KIND =
  "(un |una |con )*(vero |vera )?(umano|essere umano|persona|robot|macchina|computer|bot|chatbot|intelligenza artificiale|ia|programma|registrazione|segreteria|assistente|voce|chatgpt|siri|alexa)( automatica| registrata| sintetica| artificiale| vero| vera| reale| umano| umana| automatico)?";

export const REQUESTS: Requests = {
  whetherPerson: [
    new RegExp(`(lei |tu )?(è|sei) (lei |tu |davvero )?${KIND}( o ${KIND})?`, "u"),
    /(lei |tu )?(è|sei) (davvero )?(reale|vero|vera|umano|umana)/u,
    new RegExp(`(sto parlando|parlo) ${KIND}( o ${KIND})?`, "u"),
    /(lei |tu )?non (è|sei) (una |un )?(vera )?(persona|essere umano|umano|umana)( vera| reale)?( vero| no)?/u,
    /c è (un |una |qualche )?(vero |vera )?(umano|essere umano|persona|persona vera)( lì| dall altra parte| in linea| al telefono)?/u,
    new RegExp(`(lei è|tu sei|è|sei) ${KIND} (vero|no|giusto|o no)`, "u"),
    new RegExp(`(questo|questa) è ${KIND}( o ${KIND})?`, "u"),
  ],
  speaking: [
    "(?:lei )?(?:parla|parli|parlate|può parlare|puoi parlare|potrebbe parlare|possiamo parlare|possiamo continuare|si può parlare)(?: anche)?(?: in)?(?: l)? {language}",
    "(?:posso|potrei|possiamo|potremmo) (?:parlare|parlarle|farlo|continuare)(?: con lei)?(?: in)?(?: l)? {language}",
    "(?:parli|parla|parliamo|continuiamo)(?: in)? {language}",
    "(?:vorrei|voglio|preferisco|preferirei|mi piacerebbe)(?: (?:parlare|continuare|proseguire)(?: in)?| in) {language}",
    "in {language} per (?:favore|piacere|cortesia)",
    "per (?:favore|piacere|cortesia) in {language}",
  ],
  naming: [
    "(?:vorrei|voglio|preferisco|preferirei|mi piacerebbe) {language}",
    "{language} per (?:favore|piacere|cortesia)",
    "per (?:favore|piacere|cortesia) {language}",
  ],
  denial: "no",
  before:
    "(?:pronto|buongiorno|buonasera|salve|ciao|ehm|e|allora|sì|bene|va bene|aspetti|aspetta|un attimo|ok|ma|il mio \\p{L}+ (?:è|non è) (?:molto |così |un po )?(?:scarso|buono|brutto|male)|non parlo (?:bene |molto )?(?:l )?\\p{L}+(?: bene)?|scusi|scusa|mi scusi|per favore|senta|senti|mi dica|dimmi|una domanda|può dirmi|mi può dire|puoi dirmi|mi sa dire|sa|sai|vorrei sapere|adesso|ora)",
  after:
    "(?:per favore|per piacere|con lei|adesso|ora|in questo momento|oggi|grazie|esattamente|qui|lì|fuori|davvero|in realtà|scusi)",
  unwanted: {
    aside: "mi ci per favore piacere questo numero mai a la lei voi il vostra vostro sua suo qui vi prego",
    negations: "non mai",
    denies:
      /(^| )(non|mai)( (mi|ci))* \||(^| )(non|mai)( (voglio|vogliamo|vorrei|desidero|serve|bisogna|occorre|ho|bisogno|chiedo|chiesto|dico|detto|credo|necessario|le|vi|c|e)){1,5} che( (mi|ci|lei|voi))* \||(^| )(non|mai)( \p{L}+){0,2} \| smettere /u,
    reports:
      /(^| )(non|mai|nessuno|neanche|nemmeno)( (credo|ricordo) (che|di))?( (io|mi|ti|le|lo|la|gli|vi|l|ne|ho|ha|hanno|abbiamo|avevo|aver|sto|stavo|voglio|volevo|e|era|mai|che)){0,3} (dico|dicevo|disse|detto|dire|dicendo|chiedo|chiesto|chiedendo|intendo|intendevo|inteso)( |$)|(^| )quando( \p{L}+){0,3} (detto|chiesto)( |$)/u,
    unless:
      /\| (tardi|presto|prima|dopo|fino|sul|sulla|al|alle|di (mattina|sera|notte)|oggi|domani|dottore|che)( |$)|(^| )(perche|oggi|prima|dopo) (.* )?\|/,
  },
  live: [
    ["DATETIME", /(che ore|che ora) (sono|è|fa)|l ora( esatta)?/u],
    ["DATETIME", /(che giorno|quanti ne abbiamo)( è| abbiamo)?( oggi)?|che data è( oggi)?|la data( di oggi)?/u],
    ["WEATHER", /che tempo (fa|c è)|com è il tempo|il meteo|il tempo/u],
    ["WEATHER", /(che temperatura|quanti gradi) (c è|ci sono|fa)|(sta )?piove(ndo)?|fa (freddo|caldo)|c è vento/u],
    ["STATUS", /(quali|quanti|quante) (promemoria|timer|chiamate) (ho|ci sono)( in sospeso| attivi| attive)?/u],
    [
      "STATUS",
      /(ho|ci sono) (dei |delle |qualche |un |una )?(promemoria|timer|chiamate programmate)( in sospeso| attivi)?/u,
    ],
    ["STATUS", /quanto (tempo )?(manca|resta|rimane)( al timer| al promemoria)?/u],
  ],
};
