import { greetingsIn } from "./written.js";

/** Libraries, parishes, faults of networks and of supplies; people who are hard to hear, or answer for others. */
export const HOURS_AND_FAULTS = greetingsIn(`
M en library: (600) this is the recorded information line of the county library (300) all branches shut early on christmas eve (300) books can be returned through the letterbox
M en private-grump: (700) if you're selling something hang up (300) if you're my sister i paid you back already (600) BEEP
M en airline: (400) thanks for choosing bluewing (300) we are experiencing a high volume of calls (300) you can change your seat on our app
M en network: (500) this subscriber does not accept calls from your number
M en utility: (600) we are aware of a loss of water in the west of the town (300) engineers are on site (300) we expect supplies to return by nine this evening
M en operator: (900) sorry (300) there is nobody available to answer (400) goodbye
M en hotel: (500) good evening and welcome to the seaview (300) to reach a guest room dial seven then the room number (400) or hold for the desk
P en electrician: (500) watts electrical dave speaking sorry about the drill
P en grandma: (900) hello dear is that you (600) speak up i haven't got my hearing aid in
P en office: (400) planning department good morning
P en gatekeeper: (500) doctor shah's office he is with a patient can i ask what it's about
P en kid: (800) hello (700) daddy it's for you
P en driver: (600) you're on speaker mate go
P de short: (500) wolf
M de museum: (600) das heimatmuseum ist von april bis oktober täglich außer montag geöffnet (300) führungen für gruppen nach vereinbarung
M de private-rhyme: (700) jetzt sprichst du und nicht mehr ich (300) drum fass dich kurz und nenne dich (600) BEEP
M de utility: (600) liebe kundinnen und kunden im stadtteil nord ist derzeit die fernwärme ausgefallen (300) unsere techniker arbeiten daran
M de network: (500) diese verbindung ist aus ihrem netz nicht möglich
M de parish: (600) katholisches pfarramt sankt josef (300) das büro ist dienstags und freitags vormittags besetzt (300) gottes segen
M de private-plain: (700) hier ist der torsten (300) ich ruf zurück (600) BEEP
P de electrician: (500) elektro schulz moment ich mach die maschine aus
P de grandma: (900) ja hallo wer spricht denn da (600) sie müssen lauter reden
P de office: (400) bauamt schönen guten morgen
P de gatekeeper: (500) vorzimmer doktor brandt (300) herr doktor brandt ist in einer besprechung worum geht es denn
P de kid: (800) hallo (700) papa telefon für dich
P de absent: (500) berger hallo (300) meine frau ist nicht da die kommt erst um sechs
M es library: (600) biblioteca municipal (300) durante las fiestas cerramos los sábados (300) pueden devolver los libros en el buzón de la entrada
M es utility: (600) estimado cliente hay una avería en su zona (300) nuestros técnicos trabajan para resolverla cuanto antes
M es network: (500) este terminal tiene restringidas las llamadas entrantes
M es private: (700) has llamado a pepe (300) no puedo hablar (200) escríbeme mejor (600) BEEP
M es parish: (600) parroquia de san juan (300) las misas son a las nueve y a las doce los domingos
M es airline: (400) gracias por elegir alas azules (300) puede consultar su vuelo en nuestra web sin esperar
P es electrician: (500) electricidad romero sí dígame
P es grandma: (900) sí quién es (600) hable más alto que no oigo
P es office: (400) ayuntamiento urbanismo buenos días
P es gatekeeper: (500) despacho del doctor vidal (300) el doctor vidal está reunido en este momento qué deseaba
P es kid: (800) hola (700) papá es para ti
P es short: (500) pablo sanz
M fr library: (600) médiathèque municipale (300) nous sommes ouverts du mardi au samedi (300) les retours se font dans la boîte à l'entrée
M fr utility: (600) une coupure d'électricité touche actuellement votre quartier (300) nos équipes sont sur place
M fr network: (500) cet abonné ne peut pas recevoir d'appels
M fr private: (700) salut c'est max (300) j'écoute jamais mes messages alors écris moi (600) BEEP
M fr parish: (600) paroisse saint michel (300) la messe du dimanche est à dix heures trente
M fr airline: (400) merci d'avoir choisi ailes bleues (300) vous pouvez modifier votre vol sur notre application
P fr electrician: (500) électricité robert oui attendez je pose mes outils
P fr grandma: (900) allô oui c'est qui (600) parlez plus fort
P fr office: (400) service urbanisme bonjour
P fr gatekeeper: (500) bureau de maître simon (300) maître simon est en audience c'est à quel sujet
P fr kid: (800) allô (700) papa c'est pour toi
P fr short: (500) paul simon
M it library: (600) biblioteca comunale (300) durante le feste chiudiamo il sabato (300) i libri si possono restituire nella cassetta all'ingresso
M it utility: (600) gentile cliente è in corso un guasto nella sua zona (300) i nostri tecnici sono al lavoro
M it network: (500) questa utenza non può ricevere chiamate
M it private: (700) ciao hai chiamato nico (300) non mi va di parlare scrivimi (600) BEEP
M it parish: (600) parrocchia san giovanni (300) la messa della domenica è alle dieci e alle diciotto
M it airline: (400) grazie per aver scelto ali blu (300) può modificare il suo volo sulla nostra app
P it electrician: (500) elettricista romano sì mi dica
P it grandma: (900) pronto chi è (600) parli più forte
P it office: (400) ufficio tecnico buongiorno
P it gatekeeper: (500) studio dell'avvocato villa (300) l'avvocato villa è in udienza di cosa si tratta
P it kid: (800) pronto (700) papà è per te
P it short: (500) paola villa
`);
