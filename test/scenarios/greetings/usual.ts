import { greetingsIn } from "./written.js";

/** What is usual: mailboxes, networks, menus and queues; people at work, at home and on their way. */
export const USUAL = greetingsIn(`
M en private-short: (800) it's bob you know what to do (900) BEEP
M en private-joke: (600) ha you thought that was really me didn't you (500) well it isn't (400) talk to the machine (700) BEEP
M en private-family: (900) hi you've reached the hendersons (300) tom sarah and the girls are out and about (400) tell us who you are and we'll ring you when we're home (800) BEEP
M en operator: (1100) the person you are calling cannot take your call right now (600) at the tone please record your message (500) when you have finished recording you may hang up (700) BEEP
M en operator-number: (1000) your call has been forwarded to an automated voice messaging system (500) four one five (200) five five five (200) oh one nine two (400) is not available
M en closed: (700) thanks for calling brightwell dental (300) our surgery is open monday to thursday from eight thirty until five (400) if this is an emergency please dial one one one
M en ivr: (500) welcome to northern power (400) for sales press one (500) to report an outage press two (500) for anything else stay on the line
M en screener: (300) hi the person you're calling is using a screening service from google (300) and will get a copy of this conversation (300) go ahead and say your name and why you're calling
M en intercept: (600) we're sorry (300) the number you have dialed is not in service (500) please check the number and dial again
M en queue: (500) all of our agents are busy helping other customers (400) your call is important to us (300) please hold and the next free agent will be with you
M en private-music: (2200) hey leave it after the thing (600) BEEP
M en screener-apple: (400) hi if you record your name and reason for calling (200) i'll see if this person is available
P en plain: (600) hello
P en name: (500) bob miller
P en receptionist: (400) good morning brightwell dental practice this is angela speaking how can i help you
P en busy: (500) hi listen i'm in the car right now can you make it quick
P en child: (900) hello (700) my mum is in the shower
P en long-open: (600) yes hello this is margaret thompson speaking who is this please
P en confused: (1200) hello (1500) hello is anyone there
P en absent: (400) accounts department hello (300) if you're looking for james he's not in today i'm afraid this is priya
P en noise: (500) yeah hang on (1400) sorry go ahead
P en tired: (1500) hm hello who's calling at this hour
P en shop: (300) tony's pizza pick up or delivery
P en misheard: (500) yellow
M de private-short: (700) hier ist der anrufbeantworter von jens (400) ihr wisst ja wie das geht (800) BEEP
M de private: (800) hallo sie haben die nummer von familie krause gewählt (300) wir sind gerade unterwegs (300) sprecht uns einfach was drauf (700) BEEP
M de operator: (1000) der gewünschte gesprächspartner ist zurzeit nicht erreichbar (500) bitte versuchen sie es später noch einmal (600) the person you have called is temporarily not available
M de operator-mailbox: (900) willkommen bei der mobilbox von (300) null eins sieben eins (300) vier vier sechs neun (400) hinterlassen sie bitte eine nachricht nach dem ton (700) BEEP
M de closed: (600) guten tag hier ist die praxis doktor lehmann (300) sie rufen außerhalb unserer sprechzeiten an (400) wir sind montags bis freitags von acht bis zwölf für sie da
M de holiday: (700) autohaus berger grüß gott (300) wir machen betriebsferien vom dritten bis zum siebzehnten august (400) in dringenden fällen rufen sie bitte herrn maier an
M de ivr: (500) herzlich willkommen bei den stadtwerken (400) wenn sie einen zählerstand melden möchten drücken sie die eins (400) für fragen zur rechnung die zwei
M de intercept: (500) kein anschluss unter dieser nummer (700) kein anschluss unter dieser nummer
M de queue: (600) im moment sind alle leitungen belegt (400) bitte haben sie einen augenblick geduld (300) der nächste freie mitarbeiter ist gleich für sie da
M de private-joke: (700) ja hallo (1200) ja (900) haha reingefallen ich bin gar nicht da (400) quatscht mir was aufs band (600) BEEP
M de private-formal: (900) wolfgang peters (400) leider bin ich momentan verhindert (300) ich melde mich sobald ich kann (700) BEEP
M de consent: (500) dieses gespräch wird zu schulungszwecken aufgezeichnet (400) wenn sie damit nicht einverstanden sind sagen sie bitte nein
P de plain: (500) hallo
P de name: (400) krause
P de name-long: (500) peters guten tag
P de receptionist: (400) praxis doktor lehmann guten morgen sie sprechen mit frau schuster was kann ich für sie tun
P de absent: (500) apparat von frau wolf (300) frau wolf ist leider nicht erreichbar kann ich ihr etwas ausrichten
P de car: (600) ja hallo ich sitz grad im auto (400) die verbindung ist ganz schlecht
P de child: (800) hallo hier ist die mia (600) der papa ist im garten
P de long-open: (400) stadtverwaltung neuhausen bürgerbüro müller am apparat schönen guten tag
P de question: (900) ja bitte wer ist denn da
P de busy: (500) ja (400) moment ich geh mal eben raus (2500) so jetzt
P de workshop: (400) autohaus berger werkstatt der kfz meister huber grüß gott
P de misheard: (500) galo
M es private-short: (700) soy marta ya sabes lo que tienes que hacer (800) BEEP
M es private: (800) hola este es el contestador de la familia ruiz (300) ahora no estamos en casa (300) dinos algo y te llamamos (700) BEEP
M es operator: (900) el teléfono al que llama está apagado o fuera de cobertura en este momento (600) por favor inténtelo de nuevo más tarde
M es operator-mailbox: (1000) buzón de voz del seis uno dos tres cuatro cinco (400) si lo desea puede grabar un mensaje después de oír la señal (600) BEEP
M es closed: (600) gracias por llamar a talleres gómez (300) nuestro horario es de nueve a dos y de cuatro a siete (400) disculpe las molestias
M es ivr: (400) bienvenido a su compañía de seguros (400) si es usted cliente pulse uno (400) si desea contratar pulse dos (300) para otras consultas espere
M es intercept: (500) telefónica le informa que el número marcado no existe (700) telefónica le informa que el número marcado no existe
M es queue: (500) todos nuestros operadores están ocupados (300) en breves momentos le atenderemos (300) su llamada es muy importante para nosotros
M es consent: (400) le informamos que esta llamada puede ser grabada (300) para más información consulte nuestra página web
M es private-joke: (600) hola (1300) qué tal (1100) es broma no estoy (400) habla después del pitido (600) BEEP
M es holiday: (600) asesoría martín buenos días (300) la oficina permanecerá cerrada durante el mes de agosto (300) volvemos el uno de septiembre
M es private-late: (2500) ahora mismo no puedo cogerlo (300) mándame un guasap
P es plain: (500) dígame
P es plain2: (600) sí
P es name: (500) hola soy marta quién es
P es receptionist: (400) talleres gómez buenos días le atiende lucía en qué puedo ayudarle
P es absent: (500) no el señor ruiz no está ahora mismo (300) soy su mujer de parte de quién
P es car: (600) espera espera que estoy conduciendo (600) vale dime
P es child: (900) hola (500) mi mamá está haciendo la comida quién eres
P es long-open: (400) centro de salud la paz buenas tardes le habla carmen dígame en qué le ayudo
P es noise: (700) bueno (1000) bueno quién habla
P es elderly: (1200) diga diga (900) no oigo nada
P es busy: (500) oye ahora no puedo hablar te llamo luego
P es misheard: (400) y a
M fr private-short: (700) c'est léo vous savez quoi faire (800) BEEP
M fr private: (800) bonjour vous êtes bien chez les dubois (300) nous ne sommes pas là pour l'instant (300) laissez un petit mot (700) BEEP
M fr operator: (900) votre correspondant n'est pas joignable actuellement (500) veuillez rappeler ultérieurement
M fr operator-mailbox: (1000) bonjour vous êtes sur la messagerie du (300) zéro six douze (300) trente quatre (400) veuillez laisser votre message après le bip (600) BEEP
M fr closed: (600) cabinet du docteur lefèvre bonjour (300) le secrétariat est ouvert de neuf heures à midi et de quatorze heures à dix huit heures (400) en cas d'urgence composez le quinze
M fr ivr: (400) bienvenue chez votre opérateur (400) pour une nouvelle commande tapez un (400) pour le suivi tapez deux
M fr intercept: (500) le numéro que vous avez demandé n'est pas attribué (400) veuillez consulter l'annuaire
M fr queue: (500) nous allons donner suite à votre appel (400) merci de bien vouloir patienter (300) le temps d'attente est estimé à trois minutes
M fr consent: (500) pour améliorer la qualité de nos services (200) votre appel est susceptible d'être enregistré
M fr private-joke: (600) allô (1200) allô je vous entends mal (900) non je rigole c'est mon répondeur (400) à vous (600) BEEP
M fr holiday: (600) boulangerie martin bonjour (300) nous sommes en congés jusqu'au vingt cinq août (300) à très bientôt
M fr filter: (400) bonjour ce correspondant n'accepte pas les appels anonymes (300) dites votre nom après le signal (500) BEEP
P fr plain: (500) allô
P fr plain2: (500) oui allô
P fr name: (600) léo dubois j'écoute
P fr receptionist: (400) cabinet du docteur lefèvre bonjour sandrine à votre écoute
P fr absent: (500) madame dubois n'est pas là pour l'instant c'est de la part de qui
P fr car: (600) oui attends je me gare (1800) voilà je t'écoute
P fr child: (900) allô c'est qui (700) maman elle dort
P fr long-open: (400) mairie de saint martin service de l'état civil bonjour que puis je faire pour vous
P fr busy: (500) je suis en réunion là je peux pas parler
P fr elderly: (1200) allô oui (900) qui est à l'appareil
P fr shop: (400) boulangerie martin bonjour
P fr misheard: (500) à l'eau
M it private-short: (700) sono luca sai cosa fare (800) BEEP
M it private: (800) ciao questa è la segreteria di casa bianchi (300) siamo usciti (300) diteci chi siete e vi richiamiamo (700) BEEP
M it operator: (900) il cliente da lei chiamato non è al momento raggiungibile (500) la preghiamo di richiamare più tardi
M it operator-mailbox: (1000) risponde la segreteria telefonica del numero tre tre otto (300) uno due cinque (400) lasciate un messaggio dopo il segnale acustico (600) BEEP
M it closed: (600) studio dentistico ferrari buongiorno (300) lo studio è aperto dal lunedì al venerdì dalle nove alle diciotto (300) richiamare negli orari indicati
M it ivr: (400) benvenuto nel servizio clienti (400) se vuole conoscere il saldo digiti uno (400) per parlare con un operatore digiti due
M it intercept: (500) attenzione il numero selezionato è inesistente (700) attenzione il numero selezionato è inesistente
M it queue: (500) gli operatori sono momentaneamente occupati (300) la preghiamo di attendere in linea per non perdere la priorità acquisita
M it consent: (500) la informiamo che la chiamata potrà essere registrata (300) ai sensi della normativa sulla privacy
M it private-joke: (600) pronto (1300) sì pronto (900) ci siete cascati sono in vacanza (400) parlate dopo il bip (600) BEEP
M it holiday: (600) officina rossi buongiorno (300) siamo chiusi per ferie fino al venti agosto (300) grazie
M it private-late: (2300) ora non posso ti richiamo io (600) BEEP
P it plain: (500) pronto
P it plain2: (600) sì pronto
P it name: (500) bianchi
P it receptionist: (400) studio dentistico ferrari buongiorno sono elena come posso aiutarla
P it absent: (500) il dottor ferrari non c'è in questo momento (300) vuole lasciare detto a me
P it car: (600) pronto sono in macchina ti sento male
P it child: (900) pronto (600) la mamma è al lavoro c'è la nonna
P it long-open: (400) comune di montalto ufficio anagrafe buongiorno sono la signora conti mi dica
P it busy: (500) scusa sto entrando in riunione dimmi veloce
P it elderly: (1200) pronto (900) chi parla non sento
P it question: (500) sì chi è
P it misheard: (500) punto
`);
