import { greetingsIn } from "./written.js";

/** What is not: information lines, jokes, moves, transfers; people who answer for others, or in a hurry. */
export const UNUSUAL = greetingsIn(`
M en info: (600) you are through to the parish of saint mary (300) sunday mass is at ten and half past six (400) the next coffee morning is on the fourteenth
M en private-joke: (700) this is not an answering machine it's a questioning machine (400) who are you and what do you want (700) BEEP
M en private-asleep: (800) hey it's dan (200) if i'm not picking up i'm asleep or on a boat (400) text is better anyway (600) BEEP
M en credit: (500) the balance of this prepaid account does not allow the call to go ahead
M en theatre: (600) royal theatre box office (300) tonight's performance of macbeth is sold out (300) tickets for next week go on sale on friday at noon
M en promo: (400) hello and thanks for calling pets and more (300) did you know that we now deliver to your door (300) one of our team will be with you in a moment
M en private-kids: (700) hi this is tilly (200) and this is max (300) mum and dad are busy so talk to us (700) BEEP
M en network: (600) the mobile you are trying to reach is out of coverage or turned off
M en poem: (600) roses are red (300) violets are blue (300) i cannot pick up (300) so it's over to you (700) BEEP
M en moved: (500) harper and sons have moved (300) our new number is oh two oh seven (300) nine four six (300) oh one one
M en system: (400) connecting (1800) extension two one four (900) is on the phone
M en ringing-through: (500) please wait while your call is connected (3000) the extension you require is not responding
P en gardener: (600) hello green fingers garden services this is pete i'm just up a tree one second
P en wife: (600) hello ted's phone (300) he's left it on the kitchen table
P en chatty: (500) oh hello love i was just about to ring you about sunday (400) how are you
P en suspicious: (700) hello (800) if this is about my car insurance i'm not interested
P en hotel: (400) thank you for calling the grand hotel my name is oliver how may i direct your call
P en noise-only: (1400) what
P en partner: (500) miller and partners good afternoon
P en taxi: (400) city cabs where are you going to
P en waiter: (500) la trattoria good evening table for tonight
P en walking: (600) hi i'm walking the dog it's a bit windy can you hear me
M de info: (600) sie hören den veranstaltungskalender der stadtbibliothek (300) am donnerstag liest die autorin eva lind aus ihrem neuen roman (300) der eintritt ist frei
M de private-joke: (700) achtung hier spricht der kühlschrank (300) der anrufbeantworter ist kaputt (300) sprechen sie langsam ich klebe mir einen zettel dran (700) BEEP
M de private-garden: (800) servus da ist der sepp (200) bin am berg (300) meld di halt später (600) BEEP
M de credit: (500) das guthaben dieses anschlusses reicht für diese verbindung nicht aus
M de alpine: (600) grüß gott und herzlich willkommen beim alpenverein sektion allgäu (300) unsere hütten sind ab juni wieder bewirtschaftet (300) reservierungen nehmen wir nur schriftlich an
M de promo: (400) schön dass sie anrufen (300) wussten sie schon dass sie ihre bestellung auch im internet verfolgen können (300) gleich geht es weiter
M de private-kids: (700) hallo hier sind ben und lotte (300) mama und papa haben keine zeit (300) sagt uns was schönes (600) BEEP
M de network: (600) der angerufene ist vorübergehend nicht im netz
M de poem: (600) wir sind nicht faul wir sind nur fort (300) drum sprich ins telefon ein wort (700) BEEP
M de moved: (500) die firma harms ist umgezogen (300) unsere neue nummer lautet null vier null (300) sieben sieben eins (300) drei null
M de system: (400) sie werden weitergeleitet (2500) der gerufene apparat antwortet nicht
M de doctor: (500) praxis am markt (300) rezepte bestellen sie bitte über unser online portal (300) terminabsagen per e mail
P de gardener: (500) gartenbau huber der sepp am telefon ich bin grad auf der leiter sekunde
P de wife: (600) hallo das telefon von thomas (300) der steht grad unter der dusche
P de chatty: (500) ach du bist es (300) ich wollte dich auch gerade anrufen wegen sonntag
P de suspicious: (700) ja (700) wenn sie was verkaufen wollen ich brauche nichts
P de hotel: (400) hotel zur post mein name ist julia winter herzlich willkommen was darf ich für sie tun
P de noise-only: (1400) hä
P de partner: (500) kanzlei roth und partner schönen guten tag
P de taxi: (400) taxizentrale wo soll's hingehen
P de waiter: (500) gasthof löwen guten abend wollen sie reservieren
P de colleague: (400) vertrieb anschluss von herrn vogt (300) der herr vogt ist leider nicht am platz
M es info: (600) teatro principal (300) la función de esta noche empieza a las ocho y media (300) quedan localidades en el segundo anfiteatro
M es private-joke: (700) ha llamado usted al palacio real (300) el rey está en la ducha (300) diga lo que quiera y ya veremos (700) BEEP
M es credit: (500) su saldo es insuficiente para realizar esta llamada
M es promo: (400) gracias por llamar a viajes sol (300) sabía usted que este verano los niños viajan gratis (300) enseguida estamos con usted
M es private-kids: (700) hola somos leo y ana (300) papá y mamá no pueden ponerse (300) cuéntanos a nosotros (600) BEEP
M es moved: (500) la clínica dental sol se ha trasladado (300) la nueva dirección es calle mayor doce
M es system: (400) transfiriendo la llamada (2600) la extensión no contesta
M es doctor: (500) centro médico norte (300) para pedir cita utilice nuestra aplicación o la página web (300) gracias
P es wife: (600) hola este es el móvil de pablo (300) está en el baño ahora se pone
P es chatty: (500) ay hola hija justo iba a llamarte yo por lo del domingo
P es suspicious: (700) sí (700) si es para venderme algo no me interesa
P es hotel: (400) hotel las palmas recepción le atiende jorge muy buenas tardes
P es noise-only: (1400) qué
P es partner: (500) bufete serrano y asociados buenos días
P es taxi: (400) radio taxi dónde le recogemos
P es waiter: (500) restaurante el faro para cuántos sería la reserva
M fr info: (600) cinéma le rex (300) cette semaine retrouvez le grand bleu tous les soirs à vingt heures (300) tarif réduit le mercredi
M fr private-joke: (700) vous êtes bien au palais de l'élysée (300) le président est dans son bain (300) parlez il écoutera peut être (700) BEEP
M fr credit: (500) votre crédit est épuisé rechargez votre compte pour passer cet appel
M fr promo: (400) merci d'appeler voyages soleil (300) saviez vous que les enfants partent gratuitement cet été (300) un conseiller va vous répondre
M fr private-kids: (700) coucou c'est zoé et hugo (300) papa et maman sont occupés (300) raconte nous tout (600) BEEP
M fr moved: (500) la société garnier a déménagé (300) notre nouvelle adresse est le douze rue des lilas
M fr system: (400) transfert en cours (2600) le poste demandé ne répond pas
M fr doctor: (500) maison médicale du parc (300) prenez rendez vous directement sur notre site internet (300) merci
P fr wife: (600) allô c'est le téléphone de paul (300) il est sous la douche
P fr chatty: (500) ah c'est toi justement j'allais t'appeler pour dimanche
P fr suspicious: (700) oui (700) si c'est pour me vendre quelque chose ça ne m'intéresse pas
P fr hotel: (400) hôtel des voyageurs bonsoir thomas à la réception
P fr noise-only: (1400) quoi
P fr partner: (500) cabinet morel et associés bonjour
P fr taxi: (400) taxis bleus vous êtes à quelle adresse
P fr waiter: (500) le petit bistrot bonsoir c'est pour réserver
M it info: (600) museo civico (300) la mostra sul rinascimento resta aperta fino a domenica (300) il biglietto costa otto euro
M it private-joke: (700) qui è la casa bianca (300) il presidente sta dormendo (300) parlate piano per favore (700) BEEP
M it credit: (500) il suo credito è esaurito effettui una ricarica per continuare a chiamare
M it promo: (400) grazie per aver chiamato viaggi del sole (300) lo sapeva che quest'estate i bambini viaggiano gratis (300) un consulente le risponderà tra poco
M it private-kids: (700) ciao siamo leo e anna (300) mamma e papà non possono venire (300) racconta a noi (600) BEEP
M it moved: (500) la ditta conti si è trasferita (300) il nuovo indirizzo è via garibaldi dodici
M it system: (400) trasferimento in corso (2600) l'interno non risponde
M it doctor: (500) poliambulatorio san marco (300) le prenotazioni si effettuano dal nostro sito (300) grazie
P it wife: (600) pronto è il telefono di paolo (300) lui è sotto la doccia
P it chatty: (500) ah sei tu stavo proprio per chiamarti io per domenica
P it suspicious: (700) sì (700) se è per vendermi qualcosa non mi interessa
P it hotel: (400) hotel miramare buonasera sono marco alla reception
P it noise-only: (1400) che
P it partner: (500) studio legale greco buongiorno
P it taxi: (400) radiotaxi dove la veniamo a prendere
P it waiter: (500) trattoria da mario buonasera per quante persone
`);
