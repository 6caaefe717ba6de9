import type { PickUpWords } from "../locale.js";

/** What assistants that answer for someone call themselves, and people do not. */
const ASSISTANT = /asistente (virtual|automático|telefónico|digital)|(atiende|por) un( \p{L}+)? asistente/u;
/** When to speak. */
const BEEP = /(después|luego|tras|al|oír|escuchar)( \p{L}+){0,3} (señal|tono|bip|pitido)/u;

export const PICK_UP: PickUpWords = {
  screener: [
    ASSISTANT,
    /(diga|indique|di|grabe|dígame|dime)( \p{L}+){0,3} nombre( \p{L}+){0,4} (motivo|razón|por qué|asunto)/u,
    /quién (eres|es) y por qué|nombre y (el |la )?(motivo|razón)|si (la|esta) persona está|(servicio|filtro) de (filtrado|llamadas)|filtra(do|ndo|da)/u,
    /antes de (conectar|pasar|transferir)(le|te|lo)?/u,
  ],
  machine: [
    /buzón|averiad[ao]|está desconectado|contestador|mensaje de voz|correo de voz/u,
    /(deja|deje|dejen|déjame|déjanos|dejar|grabe|graba|grabar)( \p{L}+){0,4} (mensaje|recado|nombre|número|datos)/u,
    BEEP,
    /no (podemos|puedo)( \p{L}+)? ?(atender|contestar|responder|coger)/u,
    /(cliente|abonado|usuario|teléfono|número)( \p{L}+){0,6} (apagado|fuera de cobertura|existe|disponible|no( \p{L}+){0,3} (asignado|contesta|responde))/u,
    /no (estoy|estamos) (en casa|disponible|disponibles|aquí|ahora)|(^| )no estoy$|te llamaré|le llamaremos|en cuanto pueda/u,
    /(horario|horarios) de (atención|oficina|apertura)|(no )?está en servicio|vuelva a (marcar|llamar)|(llame|inténtelo|intente)( \p{L}+){0,2} más tarde/u,
    /llamada no (puede|pudo|se puede)|(marcado|marcó|número) no existe|fuera de (servicio|cobertura)|está apagado/u,
    /sabes lo que tienes que hacer|sabes qué hacer/u,
  ],
  absent: [/no (puede|podrá)( \p{L}+)? ?(atender|contestar|responder|coger|ponerse)|est(án|amos) cerrad/u],
  titled: /(^| )(señora?|señorita|doctora?|don|doña) \p{L}+|(^| )(el|la) (señora?|doctora?|jefe|jefa) /u,
  menu: [
    /(pulse|marque|presione|oprima|digite) (\d|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|la tecla|almohadilla|asterisco)/u,
    /(conoce|sabe|marque)( \p{L}+){0,3} (extensión|interno)|menú|siguientes opciones/u,
    /(agentes|operadores|líneas|asesores|gestores)( \p{L}+){0,3} (ocupad|atendiendo)|(permanezca|manténgase)( \p{L}+){0,3} (espera|línea)|su llamada es importante/u,
    /por su paciencia|para otra( \p{L}+)? diga|será atendid[ao]|tiempo de espera|le atenderemos|(agente|operador|gestor)( \p{L}+){0,3} libre/u,
    /(llamada|conversación)( \p{L}+){0,3} (grabada|grabado)|en pocas palabras|diga (sí|uno)/u,
  ],
  human: [
    /(en qué|qué|cómo) (le |te |lo |la )?(puedo|podemos|desea|quiere|necesita)|(le|te) atiende|(habla|soy) \p{L}+/u,
    /(te|le|me) (puedo |puedes )?(llamar|llamo|llamas)|estoy (conduciendo|ocupad|aquí)|estaba (en|con)|perdone|disculpe/u,
    /(un|espere un|espera un) (momento|segundo|momentito)|dígame|dime|diga$|mande$|(buenos días|buenas tardes|buenas noches|hola)$/u,
    /^(sí|hola|diga|bueno|aló)( \p{L}+){0,4}$/u,
  ],
  asksWho: [/quién (es|habla|llama|eres|está)|de parte de quién|con quién (hablo|tengo)|quién lo llama/u],
  itself: [ASSISTANT, BEEP, /(buzón( de voz)?|contestador)( automático)? (de|del) /u],
  answersFor: [
    /(^| )(él|ella) (no )?(está|puede)|(?<!si )(quiere|desea) dejar(le)? /u,

    /(quiere|puedo|desea|le)( \p{L}+){0,2} (dejarle|tomo|tomar|digo|decirle|darle)( \p{L}+)? ?(un|el|algún)? ?(recado|mensaje|algo)|cuál es( \p{L}+){0,3} (nombre|motivo)/u,
  ],
  announcing:
    /^(mensaje|señal|tono|bip|buzón|contestador|cliente|abonado|número|marcado|disponible|apagado|cobertura|deje|grabe|pulse|marque|tecla|menú|agentes?|operador\p{L}*|ocupad\p{L}*|cerrad\p{L}*|abiert\p{L}*|horario|existe|grabada?|tarde|asterisco|almohadilla|saldo|cuenta|recarga|recargue|llamadas?|conexión|red|extensión|interno|transfer\p{L}*|desviada|contesta|responde|línea|oficinas?|abren?|abrimos|clientes|servicios?|información|web|página|internet|aplicación|correo|www|dirección|trasladado|entradas|taquilla|localidades|citas?|urgencias?|vacaciones|festivos|equipo|asesor\p{L}*|breves?|enseguida|departamento|ofertas?|productos?|pedidos?|envíos?|reservas?|diario|hasta|permanecerá|utilice|visite|consulte|nuestr[oa]s?|su|sus|terminal|restringid[oa]s?|entrantes|recibir|avería|técnicos|actualmente|visitantes|elegir|elegirnos|devolver|disculpe|molestias|nadie|siguiente)$/u,
  personal: /^(yo|soy|estoy|mi|me|tengo|puedo|él|ella|quién|qué|cuál|sí|ah|eh|oye|oiga|espera)$/u,
};
