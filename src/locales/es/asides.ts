import type { Asides } from "../choice.js";

export const ASIDES: Asides = {
  always: [
    // Of someone else.
    /^(mi|mis|nuestro|nuestra|su) (?!prefer|favorit|eleccion|respuesta)\p{L}+ (.* )?\*/u,
    /^(el|la|los|las) (?!mejor|unic|respuesta)\p{L}+ (esta|es|tiene|quiere|queria|dice) (.* )?\*/u,
    /^(el|la|mi|nuestro|nuestra) \* (esta|es|me llamo|ha)(?! (bien|mejor|perfecto|muy))( |$)/u,
    /^(senor|senora|el|ella) (esta|es|tiene|quiere|queria) (.* )?\*/u,
    /\* es (mi|nuestro|nuestra) (?!prefer|favorit)/u,
    // Of the calendar.
    /(^| )(hoy|manana|ayer) (es|estamos a) \*/u,
    /(^| )(son|es) (la|las) \d/u,
    /(^| )(cumpleanos|festivo|fiesta|aniversario)( |$)/u,
    /(^| )(a partir de|a partir del|hasta el|hasta la|desde el|desde) \*/u,
    // Of the hour, and of what is to come.
    /(^| )(es|llego|llega|hace) (muy |un poco |demasiado )?tarde( |$)/u,
    /(^| )(le|te|se lo|lo|les) (digo|dire|llamo|llamare|decido|diremos) (.* )?\*/u,
    /\* (le|te|se lo|lo|les) (digo|dire|llamo|llamare|decido|diremos)( |$)/u,
    /(^| )(llame|llameme|llamenos|decido|decidire|veremos) \*/u,
    /\* (veremos|decidire|decido|voy|vamos|vengo)$/u,
    /gracias (por|de) (su |la |el |todo |los |las )?\*/u,
    // Of hearing.
    /(^| )(oigo|oye|escucho|escucha|entiendo)( |$)/u,
    // Of something that only has the same word.
    /(^| )\* (pregunta|cosa|duda|problema|minuto|momento)( |$)/u,
    /^mi \p{L}+ \*|^eso es la \*/u,
    /(^| )mas \*/u,
    /\* de (sus|estas|esta|tanto|tanta|todo)( |$)/u,
  ],
  ofSelf: [
    /(^| )(soy|estoy|somos(?! \*$)|estamos) (?!libre|disponible|de acuerdo|por )(.* )?\*/u,
    /\* (soy|estoy|somos|estamos)( (?!libre|disponible)| *$)/u,
    /(^| )(tengo|tenemos) (?!tiempo|libre|que \*)(.* )?\*/u,
    /\* (tengo|tenemos)(?! (tiempo|libre))( |$)/u,
    /(^| )(he|hemos) (?!elegido|decidido|escogido|optado)\p{L}+[ai]do (.* )?\*/u,
    /(^| )(trabajo|trabajamos|vivo|voto|vengo de|hablo) (.* )?\*|\* (trabajo|trabajamos)( |$)/u,
  ],
  asksOfSelf:
    /(^| )(esta usted|estan|tiene|tienes|encuentra|siente|como esta|quien (es|habla)|trabaja|vive|es usted|^habla)( |$)/u,
  introduces: /\* al (aparato|habla)$|(^| )(me llamo|mi nombre es) (.* )?\*/u,
  saysWho: /^(aqui|soy|es) \*|\* aqui$/u,
  asksWho: /(^| )(quien|quienes)( |$)/u,
  past: /(^| )(fue|fui|fueron|estuve|estaba|tuve|era|tenia|habia|queria|#0 vez|pague|semana pasada|ayer)( |$)/u,
  asksPast: /(^| )(fue|estuvo|era|tuvo|paso|#0|ocurrio|empezo)( |$)/u,
  pronouns: /^(me|te|le|les|lo|los|la|las|se|nos)$/,
  unfinished: /(^| )(el|la|los|un|una|de|del|al|en|con|para|por|que|mi|porque)$/u,
};
