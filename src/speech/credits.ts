/**
 * Recognisers were trained with subtitles of films. For a sound without words they write what subtitles have where
 * no one speaks, and no caller says: patterns of a sentence in lower case, each with an example.
 */
export const CREDITS: readonly (readonly [sentence: RegExp, example: string])[] = [
  [
    /^(?:(?:sub)?titles?|captions?|transcript|untertitel(?:ung)?|sous-titres|subt[ií]tulos|sottotitoli|ondertiteling|napisy|legendas|undertexter|teksting|tekstitys|norsk tekst|字幕) ?[:：] ?[\p{L}]/u,
    "Untertitel: Anna Müller",
  ],
  [
    /^(?:(?:sub|open |closed )?captioned|subtitled|music|audio|edited) by\b|^end of transcript$/,
    "Captioned by Jane Doe",
  ],
  [/^(?:sub)?titles? (?:created |made |edited |provided |translated )?by\b/, "Subtitles by the Amara.org community"],
  [
    /^(?:transcription|transcripts?|captions?|captioning|translation|translated)(?: provided)? by\b/,
    "Transcription by CastingWords",
  ],
  [
    /amara\.org|opensubtitles|otter\.ai|castingwords|dimatorzok|zeoranger|mooji\.org|beadaholique|sous-?titreur/,
    "amara.org",
  ],
  [
    /^untertitel(?:ung)?\b.* (?:von|vom|der|des|im auftrag|br|wdr|ndr|swr|mdr|zdf|ard)\b/,
    "Untertitel im Auftrag des ZDF für funk, 2017",
  ],
  [
    /^(?:copyright )?(?:wdr|zdf|ndr|br|swr|mdr|rbb|ard|orf|srf|rai|rtve|tv [\w-]+|[\w-]+ tv)(?:,? im auftrag.*)?,? (?:19|20)\d\d$/,
    "TV Gelderland 2021",
  ],
  [/©|^copyright (?:19|20)\d\d\b|\ball rights reserved\b/, "Copyright 2020 Mooji Media Ltd. All Rights Reserved."],
  [
    /^(?:for more information,? )?(?:please )?visit (?:us at )?www\.|video (?:was|is) sponsored by\b/,
    "For more information, visit www.fema.gov",
  ],
  [
    /^transcription outil\b|^sous-titr(?:es|age)\b.*(?:par|radio-canada|st'? ?\d|société|fr\b)/,
    "Sous-titrage Société Radio-Canada",
  ],
  [
    /^(?:subt[ií]tulos|subtitulado)\b(?: \S+){0,3} (?:por (?!favor)|de la comunidad)\b/,
    "Subtítulos realizados por la comunidad de Amara.org",
  ],
  [/^sottotitoli\b.*\b(?:di|da|cura|creati|qtss)\b/, "Sottotitoli creati dalla comunità Amara.org"],
  [
    /^(?:ondertitel(?:ing|d)|vertaling)\b.*\b(?:door|van|tv|gelderland|bnn|nos)\b/,
    "Ondertiteling door de Amara.org gemeenschap",
  ],
  [/^legendas?\b.*\b(?:pela|por|de)\b/, "Legendas pela comunidade Amara.org"],
  [/^napisy\b.*\b(?:przez|stworzone|społeczność|wykonał)/, "Napisy stworzone przez społeczność Amara.org"],
  [/^(?:undertexter|teksting)\b.*\b(?:av|från)\b/, "Undertexter från Amara.org-gemenskapen"],
  [/^altyaz[ıi] m\.? ?k/, "Altyazı M.K."],
  [/^(?:субтитры (?:создавал|сделал|подогнал)|редактор субтитров|корректор [а-яё]\.)/, "Субтитры создавал DimaTorzok"],
  [/^(?:продолжение следует|спасибо за просмотр)/, "Спасибо за просмотр!"],
  [
    /(?:thanks?|thank you)(?: (?:so|very) much)? for (?:watching|viewing)(?:,? (?:(?:this|the|my|our) )?(?:videos?|episode|show|everyone|guys|today|and|till|until)\b.*)?$/,
    "Thank you for watching!",
  ],
  [
    /(?:subscribe|like and subscribe|subscribe to) (?:to )?(?:my|our|the|this) channel|^(?:please |don't forget to )*(?:(?:like|share|comment)(?:,? and |, | ))*subscribe$(?<!^subscribe)|^(?:hit|click|ring) the (?:bell icon|notification bell)/,
    "Please subscribe to my channel.",
  ],
  [/^(?:i'll )?see you (?:guys )?in (?:the|my|our) next (?:video|one|episode)$/, "See you in the next video."],
  [
    /\bdanke? für(?:s)? (?:das |die )?(?:zuschauen|zusehen|aufmerksamkeit)|^bis zum nächsten video$|abonniert (?:den|meinen|unseren) kanal|^(?:lasst|gebt)\b.*\b(?:like|abo|daumen)\b/,
    "Vielen Dank fürs Zuschauen!",
  ],
  [
    /^merci (?:d'avoir|à tous d'avoir|d’avoir) (?:regardé|suivi|visionné)|abonnez-vous|^cliquez sur la cloche|^n['’]oubliez pas de (?:vous abonner|liker)/,
    "Merci d'avoir regardé cette vidéo !",
  ],
  [
    /gracias por ver(?: (?:el|este|mi|nuestro) v[ií]deo)?$|suscr[ií]be(?:te|nse|ros)|suscríbete|^no olvid(?:es|en) suscribir(?:te|se)/,
    "¡Gracias por ver el video!",
  ],
  [
    /grazie (?:per|di) (?:aver guardato|la visione|la vostra attenzione)|iscriv(?:iti|etevi) al|^mettete (?:un )?(?:like|mi piace)/,
    "Grazie per aver guardato il video!",
  ],
  [/bedankt voor het (?:kijken|luisteren)|tot de volgende video/, "Bedankt voor het kijken!"],
  [/obrigad[oa] por (?:assistir|ver)|inscreva-se|se inscreva no canal/, "Obrigado por assistir!"],
  [/dzięk(?:i|uję) za (?:oglądanie|obejrzenie|uwagę)/, "Dziękuję za oglądanie!"],
  [/zlediğiniz için teşekkür|abone olmayı/, "İzlediğiniz için teşekkür ederim."],
  [/ご視聴|ご清聴|チャンネル登録/, "ご視聴ありがとうございました。"],
  [
    /^字幕(?:[:：由by ]|志愿者|组)|[谢謝](?:大家|您)?的?[观觀]看|请不吝点赞|請不吝點贊|订阅.*频道/,
    "请不吝点赞 订阅 转发 打赏支持明镜与点点栏目",
  ],
  [/^titulky (?:vytvořil|od)\b|^자막 ?제공|^ترجمة |شكرا على المشاهدة/, "Titulky vytvořil JohnyX"],
  [/시청해\s?주셔서|구독과 좋아요/, "시청해 주셔서 감사합니다."],
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
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  return CREDITS.some(([pattern]) => pattern.test(said));
}
