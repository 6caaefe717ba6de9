import type { SpokenAnswers } from "../spoken-answers.js";

export const ES: SpokenAnswers = {
  hesitation: `eh|em|este|pues|mmm|hm|hmm|ah|oh|bueno|buena pregunta|o sea|entonces|digamos|sabe|mire|oiga|pues mire|uy|
    ay|huy|ah pues|ay dios|dios mío|madre mía|anda|vaya|caramba|jo`,
  waits: `a ver|vamos a ver|ya veremos|lo pensaré|me lo pienso|déjeme pensar|déjame pensar|déjeme ver|déjame ver|
    tengo que pensar|tengo que pensarlo|espere|espera|espérese|espere un momento|espera un momento|
    espere un segundo|espere un poco|un momento|un momento por favor|un segundo|un minuto|un momentito|
    un segundito|un instante|estoy pensando|no cuelgue`,
  greets: `hola|buenos días|buenas tardes|buenas noches|buenas|buen día|aló`,
  listens: `diga|dígame|dime|le escucho|te escucho`,
  degree: `mal|apenas|a medias|a duras penas|poco|muy poco|fatal|vagamente`,
  asksLast: `que`,
  identifies: `soy yo|yo soy|soy yo mismo|soy yo misma|yo mismo|yo misma|es él|es ella|el mismo|la misma|
    al aparato|al habla|estoy aquí|aquí estoy|en persona`,
  invites: `cuénteme|cuéntame|hable|habla|siga|sigue|continúe|continúa|prosiga|adelante`,
  courtesy: `por favor|gracias|muchas gracias|mil gracias|perdón|perdone|disculpe|lo siento|lo siento mucho|señor|
    señora|señorita|adiós|muy amable|simplemente|solo|solamente|nada más|de verdad|ya|gracias a dios|
    desgraciadamente|lamentablemente|por desgracia|hombre|mujer|tío|amigo|hija|hijo|hasta mañana|
    hasta la tarde|hasta la noche|hasta luego|buena tarde|buena noche|feliz día|feliz tarde|feliz noche|
    por primera vez|por segunda vez`,
  carrier: `yo|nosotros|me|mi|mis|nos|el|la|los|las|lo|un|una|unos|unas|es|son|sería|será|soy|estoy|está|
    quiero|quisiera|querría|queremos|gustaría|me gustaría|prefiero|preferiría|elijo|escojo|elegiría|
    escogería|tomo|tomaré|digo|diría|respondo|tengo|de|del|a|al|en|con|para|por|y|que|creo|creo que|pienso|
    pienso que|mi respuesta|respuesta|respuesta es|opción|elección|ese|esa|este|esta|eso|esto|deme|dame|
    póngame|ponme|necesito|mejor|me quedo con|quedo|se|horas|a las|a la|viene bien|me viene bien|va bien|
    me va bien|pulso|hacer|le|poder|un poco|somos|seremos|venimos|basta|bastan`,
  idiom: `no hay problema|ningún problema|sin problema|sin problemas|no pasa nada|no importa|por qué no|cómo no|
    sin duda|no se preocupe|de nada|no hay de qué|no me importa|ni mal|no está mal|nada mal|no estaría mal|
    no me parece mal|no está nada mal|no estaría nada mal|no es mala idea`,
  assent: `sí|sip|que sí`,
  denial: `no|nop|que no`,
  affirms: `por supuesto|por supuesto que sí|claro|claro que sí|desde luego|desde luego que sí|con gusto|
    con mucho gusto|encantado|encantada|absolutamente|ciertamente|cómo no|faltaría más|naturalmente|confirmado|
    exacto|exactamente|correcto|así es|eso es|es correcto|cierto|es cierto`,
  agrees: `de acuerdo|vale|bien|muy bien|está bien|perfecto|ok|okay|seguro|me parece bien|estupendo|
    genial`,
  attends: `allí estaré|ahí estaré|allí estaremos|cuenta conmigo|cuente conmigo|lo haré`,
  misses: `no puedo|no podemos|no podré|no voy a poder|no va a poder ser|no va a ser posible|imposible|no iré|no voy a ir|
    no voy a venir|no voy a asistir|
    no voy|no vendré|no asistiré|no iremos|no vamos`,
  promises: `puedo|podemos|podré|iré|iremos|voy|vamos|vendré|vendremos|asistiré`,
  declines: `de ninguna manera|para nada|en absoluto|nunca|jamás|claro que no|por supuesto que no|
    desde luego que no|ni hablar|de ningún modo|no quiero|no me interesa|mejor no|no lo creo|creo que no|
    tampoco|qué va|va a ser que no|ni de broma|ni loco|esta vez no|me temo que no|en la vida`,
  hedges: `no hace falta|no me hace falta|no es necesario|no será necesario`,
  negation: `nada|nadie|ningún|ninguno|ninguna|ni|sin|excepto|salvo|menos|todo menos|cualquiera menos|en lugar de|
    en vez de|aparte de|contra|falso|odio|rechazo|demasiado`,
  contrast: `pero|sino|aunque|sin embargo|excepto que`,
  unsure: `no estoy seguro|no estoy segura|no estoy muy seguro|no estoy muy segura|no sé|no lo sé|yo no sé|
    no tengo idea|no tengo ni idea|ni idea|quizás|quizá|tal vez|a lo mejor|puede ser|posiblemente|
    probablemente|depende|eso depende|o|u|cualquiera|me da igual|da igual|igual|ambos|ambas|los dos|las dos|
    no entiendo|no le entiendo|no he entendido|no entendí|no realmente|todavía no|aún no|no del todo|no solo|ojalá|espero|habría|hubiera|
    podría|debería|casi|algo|otro|otra|otros|otras|si es|si puedo|si hay|si me|
    si no|si se|si tengo|si está|si voy|si iré|si vendré|si asistiré|si quiero|si va|si viene|siempre que|
    a menos|dudo|lo dudo|sí y no|media|cuarto|después|antes|no digo que no|no he dicho que no|
    no he dicho que sí|no dije que no|no dije que sí|no digo que sí`,
  asks: `cuál|cuáles|quién|cuánto|cuánta|por qué|cómo dice|cómo ha dicho|qué dice|qué ha dicho|ha dicho|quiere decir|
    repita|repetir|puede repetir|podría repetir|está seguro|está segura|mande`,
  inverts: `es que|puede usted|podría usted|hay que|tiene usted|está usted`,
  requests: `puedo hablar con|podría hablar con|quiero hablar con|quisiera hablar con|
    puedo tener|podría tener|me puede dar|me podría dar|me pone|me da|puede ponerme|podría ponerme|puedo elegir`,
  place: `opción|la opción|respuesta|alternativa|posibilidad`,
  key: `marque|oprima|presione|presiona|pulsar|marcar|tecla|la tecla|pulso|pulse|marco|oprimo|presiono|botón`,
  number: `número|el número`,
};
