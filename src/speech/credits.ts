/** What follows "by" when callers say when, how or by whom something is to be done; in credits it is a name. */
const NOT_A_NAME =
  "an?|the|my|your|our|his|her|their|this|that|next|end|me|us|you|him|them|e-?mail|mail|post|phone|fax|hand|now|noon|today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|\\d+";

/**
 * Recognisers were trained with subtitles of films. For a sound without words they write what subtitles have where
 * no one speaks, and no caller says: patterns of a sentence in lower case, each with an example. Callers do speak of
 * subtitles, translations and subscriptions, and thank for having looked at something: a pattern needs more than that.
 */
export const CREDITS: readonly (readonly [sentence: RegExp, example: string])[] = [
  [
    /^(?:subtitles?|captions?|transcript|untertitel(?:ung)?|sous-titres|subt[ií]tulos|sottotitoli|ondertiteling|napisy|legendas|undertexter|teksting|tekstitys|norsk tekst|字幕) ?[:：] ?[\p{L}]/u,
    "Untertitel: Anna Müller",
  ],
  [
    new RegExp(
      `^(?:(?:sub|open |closed )?captioned|subtitled|subtitles?(?: created| made| edited| provided| translated)?|(?:transcription|transcripts?|captions?|captioning|translation)(?: provided)?|translated|transcribed) by (?!(?:${NOT_A_NAME})\\b)|^end of transcript$`,
    ),
    "Captioned by Jane Doe",
  ],
  [
    /amara\.org|opensubtitles|castingwords|dimatorzok|zeoranger|mooji\.org|beadaholique|sous-?titreur\.com|^(?:transcribed by )?(?:https?:\/\/)?otter\.ai$/,
    "Subtitles by the Amara.org community",
  ],
  [
    /^untertitel(?:ung)?[.,]? (?:im auftrag (?:de[rs]|von)\b|(?:de[rs] |vom )?(?:br|wdr|ndr|swr|mdr|zdf|ard|orf|srf)(?: für funk)?(?:,? (?:19|20)\d\d)?$|von (?!(?:de[mnr]|(?:mein|dein|ihr|unser|dies|jed|all|ein)\S*|frau|herrn|vorne|heute|gestern)\b)\S+ \S+$)/,
    "Untertitel im Auftrag des ZDF für funk, 2017",
  ],
  [
    /^(?:copyright )?(?:wdr|zdf|ndr|br|swr|mdr|rbb|ard|orf|srf|rai|rtve|tv gelderland)(?:,? im auftrag.*)?,? (?:19|20)\d\d$/,
    "TV Gelderland 2021",
  ],
  [/©|^copyright (?:19|20)\d\d\b|\ball rights reserved\b/, "Copyright 2020 Mooji Media Ltd. All Rights Reserved."],
  [
    /^(?:for more .*|please )?visit us at www\.|^for more .*\bvisit www\.|^(?:please )?visit www\.\S+ for more\b|^this video (?:was|is) sponsored by\b/,
    "For more information, visit www.fema.gov",
  ],
  [
    /^transcription outil\b|^sous-titr(?:es|age)(?: (?:réalisé|effectué|fait|créé)e?s?)? (?:par (?!(?:défaut|la|les?|mon|ma|mes|une?|e-?mail)(?: |$)|l['’])|st['’]? ?\d|(?:société )?radio-canada$|fr$|mfp$)/,
    "Sous-titrage Société Radio-Canada",
  ],
  [
    /^(?:subt[ií]tulos|subtitulado)\b(?: \S+){0,3} (?:por (?!(?:favor|defecto|correo|email|el|la|los|las|mi|un|una|qué)(?![\p{L}]))|(?:por|de) la comunidad\b)/u,
    "Subtítulos realizados por la comunidad de Amara.org",
  ],
  [/^sottotitoli\b.*\b(?:a cura di|creati (?:da|dal|dalla)|qtss)\b/, "Sottotitoli e revisione a cura di QTSS"],
  [
    /^(?:ondertitel(?:ing|d)|vertaling) (?:door (?!(?:de|het|een|mijn|onze|jullie|u|wie)\b)|(?:door )?(?:tv gelderland|bnn\S*|nos)(?: (?:19|20)\d\d)?$)/,
    "Ondertiteld door TV Gelderland",
  ],
  [
    /^legendas?(?: \S+)? (?:pela comunidade|por (?!(?:favor|padrão|e-?mail|o|a|um|uma|meu|minha|que)(?![\p{L}])))/u,
    "Legendas pela comunidade Amara.org",
  ],
  [
    /^napisy(?: stworzone)? przez społeczność|^napisy stworzone przez|^napisy wykonał/,
    "Napisy stworzone przez społeczność",
  ],
  [/^(?:undertexter|teksting) av nicolai winther$/, "Undertexter av Nicolai Winther"],
  [/^altyaz[ıi] m\.? ?k$/, "Altyazı M.K."],
  [
    /^(?:субтитры (?:создавал|сделал|подогнал)|(?:редактор субтитров|корректор) [а-яё](?:\.|$))/,
    "Субтитры создавал DimaTorzok",
  ],
  [/^(?:продолжение следует|спасибо за просмотр(?: (?:этого )?видео)?)$/, "Спасибо за просмотр!"],
  [
    /(?:thanks?|thank you)(?: (?:so|very) much)? for (?:watching|viewing)(?:,? (?:(?:(?:this|the|my|our) )?(?:videos?|episode|show)|everyone|guys|today|(?:till|until) (?:the end|next time)))*(?:,? (?:and )?(?:(?:i'll |i will )?see you|don't forget|(?:please )?(?:like|share|subscribe)|have an?)\b.*)?$/,
    "Thank you for watching!",
  ],
  [
    /(?:^|please |forget to |remember to |sure to |like and )subscribe (?:to )?(?:my|our|the|this) channel|^(?:please |don't forget to )*(?:(?:like|share|comment)(?:,? and |, | ))*subscribe$(?<!^subscribe)|^(?:hit|click|ring) the (?:bell icon|notification bell)/,
    "Please subscribe to my channel.",
  ],
  [/^(?:i'll )?see you (?:guys )?in (?:the|my|our) next (?:video|one|episode)$/, "See you in the next video."],
  [
    /\bdanke? fürs? (?:das |die )?(?:zuschauen|zusehen|aufmerksamkeit)$|^bis zum nächsten video$|^(?:und |bitte |liked und )*abonniert (?:den|meinen|unseren) kanal|^(?:lasst|gebt)\b(?=.* (?:da|hoch|nach oben)$).*\b(?:like|abo|daumen)\b/,
    "Vielen Dank fürs Zuschauen!",
  ],
  [
    /^merci (?:à tous )?d['’]avoir (?:regardé|suivi|visionné)(?: (?:(?:cette|la|ma|notre) vidéo|cet épisode))?(?: jusqu['’](?:au bout|à la fin))?$|abonnez-vous(?: à (?:la|ma|notre) chaîne.*)?$|^cliquez sur la cloche|^n['’]oubliez pas de (?:vous abonner|liker)/,
    "Merci d'avoir regardé cette vidéo !",
  ],
  [
    /gracias por ver(?: (?:el|este|mi|nuestro) v[ií]deo)?$|suscr[ií]be(?:te|nse|ros)(?: (?:al|a mi|a nuestro|a este) canal.*)?$|^no olvid(?:es|en) suscribir(?:te|se)/,
    "¡Gracias por ver el video!",
  ],
  [
    /grazie (?:per|di) (?:aver guardato(?: (?:il|questo|il mio|il nostro) video)?|la visione|la vostra attenzione)$|iscriv(?:iti|etevi) al (?:mio |nostro )?canale|^mettete (?:un )?(?:like|mi piace)/,
    "Grazie per aver guardato il video!",
  ],
  [
    /bedankt voor het kijken(?: naar (?:de|deze|mijn|onze) video)?$|^tot de volgende video$/,
    "Bedankt voor het kijken!",
  ],
  [
    /obrigad[oa] por (?:assistir|ver)(?: (?:(?:a?o|este|esse) )?(?:(?:meu|nosso) )?v[ií]deo)?$|inscreva-se(?: no (?:meu |nosso )?canal.*)?$|se inscreva no (?:meu |nosso )?canal/,
    "Obrigado por assistir!",
  ],
  [
    /dzięk(?:i|uję) za (?:oglądanie|obejrzenie|uwagę)(?: (?:(?:tego|mojego) )?(?:filmu|filmiku|odcinka))?$/,
    "Dziękuję za oglądanie!",
  ],
  [/zlediğiniz için teşekkür|abone olmayı unutmayın/, "İzlediğiniz için teşekkür ederim."],
  [
    /ご(?:視聴|清聴)(?:いただき)?(?:、|誠に|本当に|どうも)*(?:ありがとう|有難う)|チャンネル登録[とも、をに]*(?:高評価|よろしく|宜しく|お願い)/,
    "ご視聴ありがとうございました。",
  ],
  [
    /^字幕(?:[:：]| ?by|由.*提供|志愿者|[组組])|[谢謝](?:大家|您)?的?[观觀]看(?:(?:本期|本|我的|这个|這個)?(?:视频|視頻|影片|节目|節目))?$|请不吝点赞|請不吝點贊|(?:欢迎|记得|别忘了|点赞).{0,10}订阅|订阅(?:我|我们|本)的?频道/,
    "请不吝点赞 订阅 转发 打赏支持明镜与点点栏目",
  ],
  [/^titulky vytvořil\b|^ترجمة نانسي قنقر|شكرا على المشاهدة$/, "Titulky vytvořil JohnyX"],
  [/시청해\s?주셔서|구독과 좋아요|^자막 ?제공 (?!(?:되|돼|하|해|안|가능|여부))/, "시청해 주셔서 감사합니다."],
];

/** Returns a transcript without the sentences that are credits. */
export function withoutCredits(transcript: string): string {
  const sentences = transcript.match(/[^.!?。！？…\n]+(?:\.(?=[^\s.])[^.!?。！？…\n]+)*[.!?。！？…\n]*/g) ?? [];
  if (!sentences.some(isCredit)) return transcript;
  return sentences.filter((sentence) => !isCredit(sentence)).join("");
}

function isCredit(sentence: string): boolean {
  const said = sentence
    .toLowerCase()
    .normalize("NFC")
    .replace(/^[^\p{L}\p{N}©]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, "");
  return CREDITS.some(([pattern]) => pattern.test(said));
}
