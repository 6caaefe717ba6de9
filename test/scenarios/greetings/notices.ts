import { greetingsIn } from "./written.js";

/** Pools, schools, banks, weather; people who are curt, or elsewhere. */
export const NOTICES = greetingsIn(`
M en pool: (600) riverside pool (300) lane swimming starts at seven (300) the teaching pool is shut for repairs
M en school: (500) if your child is unwell please give their name and class after the signal (700) BEEP
M en carrier: (700) the person at this number has not set up their mailbox yet
M en private: (800) sam here well not here obviously (400) say something nice (600) BEEP
M en bank: (500) for your security this conversation is monitored (300) have your card to hand
M en vet: (600) greenhill vets (300) our lines open again at eight (300) for urgent care ring the animal hospital on
P en vet: (400) greenhill vets nurse amy here
P en pub: (500) the fox and hounds
P en angry: (500) what do you want now
P en neighbour: (600) no she popped out (300) i'm only watering the plants
P en teen: (600) sup
P en ward: (500) ward six staff nurse okafor
P en on-bus: (700) hiya (400) i'm on the bus you might cut out
M de pool: (600) hallenbad am see (300) das kinderbecken bleibt wegen reparatur zu (300) wir freuen uns auf ihren besuch
M de carrier: (700) die person unter dieser nummer hat keine mailbox eingerichtet
M de private: (800) sabine hier also eigentlich nicht hier (400) sag was nettes (600) BEEP
M de bank: (500) zu ihrer sicherheit wird das gespräch mitgeschnitten (300) halten sie ihre karte bereit
M de vet: (600) tierarztpraxis am wald (300) ab acht uhr sind wir wieder für sie da (300) im notfall wenden sie sich an die tierklinik
M de weather: (600) der wetterbericht für bayern (300) heute im süden sonnig am abend einzelne gewitter
P de vet: (400) tierarztpraxis am wald nicole am apparat
P de pub: (500) zum goldenen hirsch
P de angry: (500) was wollen sie denn schon wieder
P de neighbour: (600) nein die ist einkaufen (300) ich gieße nur die blumen
P de teen: (600) jo was geht
P de ward: (500) station drei schwester monika
P de on-train: (700) hi du (400) ich sitz im zug kann sein dass ich gleich weg bin
M es pool: (600) piscina municipal (300) la piscina infantil está en obras (300) les esperamos
M es carrier: (700) el titular de este número no tiene activado el contestador
M es private: (800) aquí nuria bueno aquí no (400) di algo bonito (600) BEEP
M es bank: (500) por su seguridad esta conversación se graba (300) tenga a mano su tarjeta
M es vet: (600) clínica veterinaria el bosque (300) volvemos a abrir a las ocho (300) para urgencias llame al hospital
M es weather: (600) previsión del tiempo para hoy (300) cielos despejados en el sur y lluvia en el norte
P es vet: (400) clínica veterinaria el bosque soy ana
P es pub: (500) bar la esquina
P es angry: (500) qué quieres ahora
P es neighbour: (600) no ha salido (300) yo solo estoy regando las plantas
P es teen: (600) qué pasa
P es ward: (500) planta tres enfermería
M fr pool: (600) piscine municipale (300) le petit bassin est en travaux (300) à bientôt
M fr carrier: (700) le titulaire de cette ligne n'a pas activé sa boîte
M fr private: (800) ici chloé enfin presque (400) dis moi un truc gentil (600) BEEP
M fr bank: (500) pour votre sécurité cet échange est enregistré (300) munissez vous de votre carte
M fr vet: (600) clinique vétérinaire du bois (300) nous reprenons à huit heures (300) pour une urgence contactez l'hôpital
M fr weather: (600) météo du jour (300) ciel dégagé au sud et pluie au nord
P fr vet: (400) clinique vétérinaire du bois c'est anna
P fr pub: (500) le café du coin
P fr angry: (500) qu'est ce que tu veux encore
P fr neighbour: (600) non elle est sortie (300) moi j'arrose juste les plantes
P fr teen: (600) ouais quoi
P fr ward: (500) service trois l'infirmière
M it pool: (600) piscina comunale (300) la vasca piccola è in manutenzione (300) vi aspettiamo
M it carrier: (700) il titolare di questo numero non ha attivato la segreteria
M it private: (800) qui giulia anzi no (400) dimmi una cosa bella (600) BEEP
M it bank: (500) per la sua sicurezza questa conversazione viene registrata (300) tenga la carta a portata di mano
M it vet: (600) clinica veterinaria del bosco (300) riapriamo alle otto (300) per le urgenze contattate l'ospedale
M it weather: (600) previsioni del tempo per oggi (300) sereno al sud e pioggia al nord
P it vet: (400) clinica veterinaria del bosco sono anna
P it pub: (500) bar all'angolo
P it angry: (500) che vuoi ancora
P it neighbour: (600) no è uscita (300) io sto solo annaffiando le piante
P it teen: (600) che c'è
P it ward: (500) reparto tre infermeria
`);
