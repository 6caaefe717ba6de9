/** Forms of one first name, a line each: short forms, and spellings that sound alike though they are written differently. */
const FORMS = `
alexander alex alec sandy sascha sasha xander alexandre alessandro alejandro
alexandra alex sandra sandy sascha alessandra alejandra
andrew andy drew
andreas andi andy
anthony tony antony
antonio antonino toni tony nino tono tonio
antonia toni tonia antonella
angela angie geli
arthur art artie
barbara barb babs barbie babsi
beatrice bea bice
beatriz bea
benjamin ben benny benni
bernhard bernd bernard berni bernie
brigitte gitte gitti brigitta
catherine cathy cath kate katie kathy katherine kathryn kathrin cate
charles charlie chuck chas
charlotte lotte charlie lottie
christian chris christi
christine chris chrissy christina tina kristin
christopher chris kit christoph topher christophe
concepcion concha conchita
cornelia conny connie nelly
cristina cris tina
daniel dan danny dani
david dave davy davie
deborah debbie deb debra
dietmar didi
dolores lola
dominic dom nick dominik dominique
dorothy dot dottie dolly dorothea
edward ed eddie ted teddy ned eduard edoardo eduardo
elizabeth liz lizzie beth betty eliza lisa elisabeth libby betsy
elisabeth elli lisa lisbeth sissi else elsbeth
eleonora nora elenora
emanuele manuele lele
emily em emmy
enrique quique kike
ernest ernie ernst
eugene gene eugen
federico fede kiko
ferdinand ferdi fernando
francis frank fran francois
francesco franco checco ciccio
francesca franca checca
francisco paco pancho curro fran kiko
franziska franzi sissi
frederick fred freddy freddie friedrich frederic fritz
friederike rike fritzi
gabriel gabe gabi
gabriele gabi gaby
gerhard gerd gert hardy
gertrud trude gerti
geoffrey jeffrey geoff jeff
gianluca luca
giovanni gianni vanni nanni
giuseppe beppe pino peppe peppino
giuseppina pina giusy
gregory greg gregor grzegorz
graham graeme grahame
guadalupe lupe lupita
guillermo memo guille
gustavo gus tavo
hans johannes hannes johann hansi
heinrich heinz heiner henry henri
helena helene lena leni
helmut heli
henry harry hank
ignacio nacho
isabel isa chabela isabella isabelle bella
jacob jake jakob
jacqueline jackie
james jim jimmy jamie jem
jane janie jean
jennifer jen jenny
jeremy jerry
jessica jess jessie
joachim achim jochen jo
john jack johnny jon jonathan
jonathan jon jonny
jose pepe chepe
josefa pepa josephine
joseph joe joey jo josef sepp pep
juergen jurgen jorgen
julia jule jules giulia
karl carl charly karli
katharina kathi kathrin katrin katja kathe catharina
kenneth ken kenny
klaus claus nikolaus
kristina tina kristin christina
lawrence larry laurence lorenz
leonard leo len lenny leonhard leonardo
lorenzo renzo enzo
luigi gigi gino luis
ludwig lutz lu wiggerl
magdalena leni lena magda
manfred manni fredi
manuel manolo manu
margaret maggie meg peggy marge madge rita
margarete grete gretel margret marga
maria mary marie mia mitzi
mario marius
martin marty martino
matthew matt matty mat
matthias mathias mats hias matze
matthieu mathieu
maurizio maury
maximilian max maxi
mercedes merche
michael mike mick mickey michi micha michel
michelle shelly
monika moni monica
montserrat montse
natalie nat nathalie
nathaniel nate nathan nat
nicholas nick nicky nicolas nikolaus nicola
niamh neve neave nieve
pamela pam
pasquale lino pasqualino
patricia pat patty trish tricia patrizia
patrick pat paddy
peter pete
pilar pili
philip phil philipp phillip
philippa pippa
rachel rach rachael
ramon moncho
raymond ray
rebecca becky becca rebekah
reinhard reini
richard rick dick rich richie ricky
robert bob rob bobby robbie bert
roberto berto beto
ronald ron ronnie
rosario charo
rudolf rudi rolf
salvatore toto turi salvo
samuel sam sammy
samantha sam
santiago santi yago
sabine bine
sean shawn shaun shane
sebastian seb basti bastian
siegfried siggi sigi
siobhan shevaun chevonne shavon
sophia sofia sophie fifi
stanislaw stanley stan
stefania stefi
stephen steve stevie steven stefan stephan steffen
stephanie steffi steph stefanie
susan sue susie suzy susanna
susanne susi sanne suse
teresa tere theresa tess terry maite
theodor theo ted
thomas tom tommy tomas
timothy tim timmy
tobias tobi
ulrich uli ulli
ulrike uli rike ulli
ursula uschi ulla
valentina vale
veronika vroni vera
victoria vicky tori viktoria
vincent vince vinnie vinzenz
vincenzo enzo vince
walter walt wally
wilhelm willi willy helm
wilhelmina minna mina
william bill will billy willie liam
wolfgang wolf wolfi
zachary zach zack zak
zoe zoey
`;
const formsOf = new Map<string, Set<string>>();
for (const line of FORMS.trim().split("\n")) {
  const forms = line.split(" ");
  for (const name of forms) formsOf.set(name, new Set([...(formsOf.get(name) ?? []), ...forms]));
}

/** Returns the forms of a first name that is written in lower case without accents: of Bob, Robert and Rob. */
export function formsOfFirstName(name: string): Iterable<string> {
  return formsOf.get(name) ?? [];
}
