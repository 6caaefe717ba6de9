/**
 * Words and abbreviations that decide whether a full stop ends a sentence: English ones, and those of the other languages that
 * are no English words. In lower case, without the stop.
 */

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Belong to the following capitalised word: never the end of a sentence. */
export const TITLES = words(`
  dr mr mrs ms mx prof rev fr hon pres gov sen rep gen adm col maj capt cmdr cpl lt sgt pvt supt mt ft messrs mme mlle
  hr hrn frl fam fa gebr dipl mio mm mgr ste sra srta dña dra sto lic arq gral atte egr spett sigg geom
`);

/** Introduce something, in any case; those of several letters without their blanks, others with the word before them. */
export const LEADING = words(`
  v vs e.g eg i.e ie cf hrsg c.a approx viz ca incl excl
  z z.b z.t z.h z.hd o.ä u.ä lt d.h u.a u.u v.a i.d.r i.a m.e o.g s.g bzw ggf inkl exkl einschl zzgl evtl vgl bspw insb sog geb
  mrd tsd dr_med dr_phil dr_rer dr_jur rer_nat rer_pol med_vet med_dent h.c
  av boul bd pl bât p.ex c.-à-d avda pza ctra ee p.ej ej dott dott.ssa prof.ssa sig sig.ra gent.ma gent.mo avv ing p.es ad_es
`);

/** Abbreviations only before a number: "No. 5", but "No. That is wrong." */
export const BEFORE_NUMBERS = words(`
  no nos nr fig figs vol vols ch chap p pp pg sec ext tel ver max min
  hausnr abs art kap ziff zi zw ung ungef mind höchst env tél réf apt aprox máx mín núm pág págs dpto n int pag pagg cap
  janv févr avr juil juill déc lun ven jeu sam dim mié jue vie sáb dom gio sab gen ene abr dic giu lug ott jän okt dez
`);

/** The same at the end of a name: "Hauptstr. 5", "Karl-Marx-Str. 5". */
export const ENDS_BEFORE_NUMBERS = /str$/;

/** May end a sentence when they are capitalised: the next word decides. */
export const NAMES = words(`
  mag pr sta gent arch rag cav inc ltd co corp llc plc bros jr sr esq st ave blvd rd hwy pkwy sq apt dept univ est bldg assn intl
  jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun ph.d m.d b.a m.a
`);

/** May end a sentence: a capital after them usually means that they do. */
export const TRAILING = words("a.m p.m etc al j.-c v.chr n.chr ee.uu");

/** Capitalised words that continue after a time of day: "9 a.m. Monday", "5 p.m. Eastern". */
export const AFTER_TIMES = words(`
  monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
  october november december eastern central mountain pacific atlantic utc gmt est edt cst cdt mst mdt pst pdt bst cet
  cest standard daylight
`);

/** Words that begin a sentence far more often than they follow an abbreviation or an initial. */
export const STARTERS = words(`
  a an the this that these those it he she they we you i his her its their our your my there here then when where what
  who whom whose why how which if but and so or yes no not now is are was were am do does did have has had can could
  will would shall should may might must please let in on at for after before as to from with by of also however
  meanwhile next finally first second once since while although though because until unless today tomorrow yesterday
  don't can't won't isn't aren't doesn't didn't wasn't everyone everything some all both each many most nobody nothing
  only still yet thanks thank sorry sure okay ok well perhaps maybe anything would anyone another
`);

/** Stand before an ordinal number in German, whose full stop is no end: "im 3. Stock". */
export const BEFORE_ORDINALS = words("dem den der des das die im ins am zum zur vom beim jede jeden jeder jedes");

/** Follow the day in a German date: "am 27. November". */
export const AFTER_DAYS = words(`
  januar jänner februar märz april mai juni juli august september oktober november dezember jän okt dez
  og ug eg dg stock stockwerk etage obergeschoss untergeschoss quartal halbjahr jahrhundert klasse auflage advent
`);

/** Those of other languages, before a number or after a day, that are words in English: "Keep that in mind. 5 people came." */
export const ENGLISH_WORDS = words("abs art cap dim dom lug mind sam stock klasse advent");
