import type { Requests } from "../locale.js";

const KIND =
  "(un |una |con )*(ser )?(humano|humana|persona|robot|máquina|ordenador|computadora|bot|chatbot|inteligencia artificial|ia|programa|grabación|contestador|asistente|voz|chatgpt|siri|alexa)( automática| grabada| sintética| real| de verdad| humano| automático| artificial)?";

export const REQUESTS: Requests = {
  whetherPerson: [
    new RegExp(`(es|eres) (usted |tú )?${KIND}( o ${KIND})?`, "u"),
    /(es|eres) (usted |tú )?(real|de verdad)/u,
    new RegExp(`(estoy hablando|hablo) (con )?${KIND}( o ${KIND})?`, "u"),
    new RegExp(`(usted es|tú eres|es usted|eres) ${KIND} (verdad|no|cierto|a que sí)`, "u"),
    /(usted |tú )?no (es|eres) (usted )?(una )?(persona|humano|humana)( real| de verdad)?( verdad| no| a que no)?/u,
    /hay alguien (real|de verdad)( ahí| al otro lado)?/u,
    /hay (algún |alguna |un |una )?(humano|ser humano|persona|persona real|persona de verdad)( ahí| al otro lado| en la línea)?/u,
    new RegExp(`(esto es|es esto) ${KIND}( o ${KIND})?`, "u"),
  ],
  speaking: [
    "(?:habla|hablas|hablan|puede hablar|puedes hablar|podría hablar|podemos hablar|podemos seguir|podríamos hablar)(?: usted)?(?: también)?(?: en)? {language}",
    "(?:puedo|podría|podríamos|podemos) (?:hablar|hablarle|hacerlo|seguir|continuar)(?: esto)?(?: con usted)?(?: en)? {language}",
    "(?:hable|háblame|hábleme|hablemos|sigamos)(?: en)? {language}",
    "(?:quiero|quisiera|prefiero|me gustaría|solo)(?: (?:hablar|hablo|seguir|continuar)(?: en)?| en) {language}",
    "en {language} por favor",
    "por favor en {language}",
  ],
  naming: ["(?:quiero|quisiera|prefiero|me gustaría|solo) {language}", "{language} por favor", "por favor {language}"],
  before:
    "(?:hola|buenos días|buenas tardes|buenas noches|buenas|eh|y|pues|sí|vale|bien|bueno|pero|espere|un momento|mi \\p{L}+ (?:es|no es) (?:muy |tan )?(?:malo|bueno)|no hablo (?:bien |mucho )?\\p{L}+|perdone|perdón|disculpe|oiga|oye|por favor|dígame|dime|una pregunta|puede decirme|me puede decir|sabe|sabes|quiero saber|quisiera saber|entonces|ahora)",
  after: "(?:por favor|con usted|ahora|ahora mismo|hoy|gracias|exactamente|aquí|ahí|fuera|verdad|en realidad|entonces)",
  unwanted: {
    aside: "me nos por favor a este número nunca ya aquí usted ustedes les mi más jamás su sus la vuestra esa el",
    negations: "no nunca jamas",
    denies:
      /(^| )(no|nunca|jamas)( (me|nos))* \||(^| )(no|nunca|jamas)( (quiero|queremos|quisiera|deseo|necesito|hace|falta|pido|pedi|digo|dije|he|pedido|dicho|creo|es|necesario|le|les|me|nos)){1,5} que( (me|nos|usted|ustedes|ya))* \||(^| )(no|nunca|jamas)( \p{L}+){0,2} \| dejar /u,
    reports:
      /(^| )(no|nunca|jamas|nadie|tampoco)( (creo|recuerdo) (que|haber))?( (yo|me|te|le|les|lo|la|se|nos|he|ha|han|habia|hemos|estoy|estaba|quiero|queria|quise|es|era|que)){0,3} (digo|dije|dijo|dicho|decia|decir|diciendo|pido|pedi|pedia|pedido|pidiendo)( |$)|(^| )(acaso|cuando)( \p{L}+){0,3} (dije|dicho|pedi|pedido)( |$)/u,
    unless:
      /\| ((mas )?tarde|temprano|pronto|que|antes|despues|hasta|por la|a las|a la|a estas|al|hoy|manana|en)( |$)|(^| )(por que|hoy|antes|despues) (.* )?\|/,
  },
  live: [
    ["DATETIME", /(qué hora|qué horas) (es|son|tiene|tienes)|la hora( exacta)?/u],
    ["DATETIME", /(qué|a qué) (día|fecha) (es|estamos)( hoy)?|(cuál es )?la fecha( de hoy)?/u],
    ["WEATHER", /qué tiempo (hace|hacía)|cómo está el (tiempo|clima)|el (tiempo|clima)/u],
    ["WEATHER", /(qué temperatura|cuántos grados) (hace|hay)|está lloviendo|llueve|hace (frío|calor|viento)/u],
    [
      "STATUS",
      /(qué|cuántos|cuántas) (temporizadores|llamadas programadas|llamadas) (tengo|hay)( pendientes| activos| activas)?/u,
    ],
    ["STATUS", /(tengo|hay) (algún |alguna |un |una )?(temporizador|llamada programada)( pendiente| activo| activa)?/u],
    ["STATUS", /cuánto (tiempo )?(le )?(falta|queda)( al temporizador| en el temporizador)?/u],
  ],
};
