import type { Asides } from "../choice.js";

export const ASIDES: Asides = {
  always: [
    // Of someone else.
    /^(i am (sure|certain) (that )?)?(my|our|his|her|their) (?!prefer|favou?rite|best|choice|answer |final answer |pick )\p{L}+ (.* )?\*/u,
    /^the (?!best|only|better|answer )\p{L}+ (is|was|has|always|said|told) (.* )?\*/u,
    /^(your|the|my|our) \* (is|was|has|were|hung)(?! (fine|ok|okay|good|best|better|perfect|great))( |$)/u,
    /^(i am (sure|certain) (that )?)?(he|she|they) (.* )?\*/u,
    /\* (is|was) (my|our|his|her) (?!prefer|favou?rite|best|choice)/u,
    /\* (told|said|called|rang|asked|says)( |$)/u,
    // Of the calendar.
    /(^| )(today|tomorrow|yesterday) is (only |already |just )?\*$/u,
    /(^| )it is \d+ (\d+ )?(oclock )?\*$/u,
    /(^| )it is \* oclock/u,
    /(^| )(birthday|anniversary|holiday)( |$)/u,
    /(^| )(from|by|until|till|since) \* (on|onwards)$/u,
    // Of a call to come.
    /(^| )(talk|speak|tell|ask|call|ring|write) (to )?(you|me|him|her|us) (again |back )?(about it )?\*/u,
    /(^| )(we|i) will (talk|speak|decide|think|know|ring|phone|call|tell) (.* )?\*/u,
    /(^| )(decide|let you know|get back to you) \*/u,
    /(thanks|thank you)( very much| so much| a lot)? for (your |the |all |all your )?\*/u,
    // Of what is left, and of now.
    /(^| )(have|has|got|1|nothing|any|all|(i|we)( just| only)?) left$|^at #1$|^#2 that$/u,
    /(^| )(bye|bye for|that is it for|that is all for|enough for|from|until|up to) \*( |$)/u,
    /^\* (listen|look|and then)$|^now then$/u,
    // Of something that only has the same word.
    /(^| )(an? )?(tiny |just a )?\* (question|problem|world|thing|print|minute|moment|favour|favor)( |$)/u,
    /(^| )(extra|bigger than|larger than|smaller than|longer than|more than|less than) \*/u,
    /(^| )\* (of|with) (these|those|this|your|all)( |$)/u,
  ],
  ofSelf: [
    /(^| )(i am|we are(?! \*$)) (?!= |going to \*|sure|certain|(choosing|picking|having|coming|taking|flying|staying|driving|paying|getting|looking|leaning)( |$)|off( work)? on|going for|going with|able|free|calling|ringing|here|happy|ok|okay|fine|good|available|for |an? \*$)(.* )?\*/u,
    /\* (i am|we are) (?!free|available|ok|okay|fine|good|happy|able)/u,
    /(^| )(i have|we have|i have got|we have got) (?!decided|chosen|picked|to \*|to = \*|time|nothing|an? \*$)(.* )?\*(?! (free|off))/u,
    /\* (i|we) (have|work|must)( (?!time|nothing|off)| *$)/u,
    /(^| )(i|we) (just |already |also |always |still )?(support|work|live|drive|paid|pay|lost|forgot|found|broke|missed|sold|bought|got|hurt|spilled|spilt|drink|had|left|sleep|slept|speak|learned|come|smell) (.* )?\*/u,
    /(^| )(i|we) (have|need) to (go|leave|run|work|think|ask|check|look) (.* )?\*/u,
  ],
  asksOfSelf:
    /(^| )(are you(?! (?!feel|do|liv|work)\p{L}+ing)|come from|do you have|have you|feel|feeling|who is|who are|how is|where is|where are you( now)?$|where does|do you (work|live|do|drink|drive|speak|smoke|sleep))( |$)/u,
  introduces: /^this is \*|\* speaking$|(^| )my name is (.* )?\*/u,
  saysWho: /^it is \*|\* here$/u,
  asksWho: /(^| )(who|whom)( |$)/u,
  past: /(^| )(was|were|been|had|did|used to|#0 (time|week|year|month|night)|yesterday|ago)( |$)/u,
  asksPast: /(^| )(was|were|did|had|have you|#0|ago|happen|happened)( |$)/u,
  otherUse: /^(i|we|you|it|that|he|she|they) (will|may|might|can)$/i,
  unfinished: /(^| )(the|a|an|of|my|our|your|as|because|than)$/u,
};
