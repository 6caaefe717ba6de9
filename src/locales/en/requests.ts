import type { Requests } from "../locale.js";

export const REQUESTS: Requests = {
  whetherPerson: [
    /(are|re) you (just |really |actually |even )*(a |an )?(real |actual |human |live |living |computer |machine |ai |automated )*(person|human|human being|robot|machine|bot|chatbot|computer|ai|program|recording|assistant|voice|real|automated|man|woman|somebody|someone)( or (a |an )?(real |actual |human |live )*(person|human|robot|machine|bot|computer|recording|program|ai))?/,
    /(am|m) i (just |really |actually )?(talking|speaking) (to|with) (just )?(a |an )?(real |actual |human |live |automated )*(person|human|human being|robot|machine|bot|chatbot|computer|ai|recording|program|somebody|someone)( or (a |an )?(real |actual |human |live )*(person|human|robot|machine|bot|computer|recording|ai))?/,
    /(is|s) (this|that|it) (just |really |actually )?(a |an )?(real |actual |human |live |automated )*(person|human|robot|machine|bot|computer|ai|recording)( or (a |an )?(real |actual |human |live )*(person|human|robot|machine|bot|computer|recording|ai))?/,
    /(are|re) you (even )?(human|alive|real|automated)/,
    /you (are|re) (just |really |actually |only )?(a |an )?(real |actual |human |talking )*(person|human|robot|machine|bot|computer|ai|recording)( aren t you| are you not| right| or what)/,
    /you (are|re) (just |really |actually |only )?(a |an )?(talking |chat |voice )*(robot|machine|bot|chatbot|computer|recording|ai|chatgpt)/,
    /(is|s) (this|that|it) (just |really |actually )?(a |an )?(robot|machine|computer|ai|recording|real person) (that )?i (m|am) (talking|speaking) (to|with)/,
    /you (are|re) not (even )?(a |an )?(real |actual )?(person|human)( are you)?/,
    /(are|is) (you|this|it) (really |actually |just )?(chatgpt|gpt|siri|alexa|gemini|copilot|a computer voice|a synthetic voice)/,
    /(is|s) there (a |an |any )?(real |actual |living )*(person|human|human being)( there| on the line| at the other end)?/,
    /(is|s|are) (this|that|it|you) one of (those|these|them) (ai|robot|machine|computer|automated|talking) ?(thing|system|machine|robot|call|voice|bot|computer)?s?/,
    /do i (talk|speak) (to|with) (a |an )?(real |human )*(person|human|robot|machine|bot|computer)/,
  ],
  speaking: [
    "(?:do|can|could|would|will) (?:you|we|i)(?: also| please)? (?:speak|talk|continue|go on)(?: to me| with me)?(?: in)? {language}",
    "(?:do|can|could|would|will) (?:you|we|i)(?: also| please)? (?:do|have)(?: this| it)? in {language}",
    "(?:speak|talk)(?: to me| with me)?(?: in)? {language}(?: please)?",
    "(?:i d|i would|i) (?:like|prefer|want|rather|need)(?: to)? (?:speak|talk|continue|go on)(?: in)? {language}",
    "(?:switch|change)(?: over)? to {language}",
    "let(?: u)?s (?:speak|talk|continue|switch to)(?: in)? {language}",
    "in {language} please",
    "please in {language}",
  ],
  naming: [
    "{language} please",
    "please {language}",
    "(?:i d|i would) prefer {language}",
    "(?:do|can|could|would|will) (?:you|we|i)(?: also| please)? do {language}",
  ],
  denial: "no",
  before:
    "(?:hello|hi|hey|okay|ok|so|and|well|um|uh|please|excuse me|sorry|thanks|thank you|yes|now|then|also|but|wait|tell me|let me know|do you know|(?:can|could|would|will) you|say|check|look up|hang on|hold on|my \\p{L}+ is (?:very |so |not |too )*(?:bad|poor|good|great)|i (?:don t|do not) speak (?:good |much |any )?\\p{L}+(?: well| very well)?|i (?:want|need|would like) to know|i wonder|may i ask|can i ask)",
  after:
    "(?:with you|to you|now|right now|at the moment|currently|today|outside|out there|there|here|please|thanks|thank you|exactly|again|like|then|actually|by the way)",
  unwanted: {
    aside:
      "please ever me us here just this number any at all you to my our the that on kindly so really again anymore more damn bloody call calling phone contact marketing",
    negations: "not never",
    denies:
      /(^| )(not|never|nobody|no 1)( (wants?|wanted|need|like|wish|expect|ask(s|ed|ing)?|tells?|told|telling|have|going|mean|meant|supposed|you|they|me|us|them|people|anyone)){0,4} to( (ever|just|please))*( (take|remove|get|strike))? \||(^| )(not|never)( (you|they))?( (ever|just|even|simply|really|please|dare))*( (take|remove|get|strike))? \||(^| )(not|never) (think|believe|say|said|mean)( that)? (you|they|we|i) (should|can|could|must|will|would|may|might) \|/,
    reports:
      /(^| )(not|never|nobody|no 1)( (think|believe|remember|what)( that)? (i|we))?( (?!(i|we) )\p{L}+){0,3} (say|said|saying|mean|meant|tell|told|telling|ask|asked|asking)(?! for )( |$)|(^| )(do|did|have|am|should) (i|we)(?! (have|need) to )( |$)|(^| )you (say|said|mean|meant)( |$)/u,
    unless:
      /\| (today|tonight|tomorrow|before|after|until|till|later|it|him|her|them|at \d|on (my|the)|this (week|morning|evening|afternoon)|for (today|now|a))( |$)|(^| )(why|today|tonight|before|after|until|no (need|reason|point)) .*\||(^| )(i|we|he|she) (will|would|can|could|did|should|must|had to|have to) \|/,
  },
  live: [
    [
      "DATETIME",
      /(what( is the)?( current| exact| local| right)? time( is it| it is)?|how late is it)( in [\p{L} -]+)?/u,
    ],
    ["DATETIME", /((do|have) you (have|got|know) )?(the|what)( current| exact)? (time|date)( it is)?/],
    [
      "DATETIME",
      /(what|which) (day|date|weekday|day of the week|month|year)( is it| is today| it is| do we have| have we)/,
    ],
    ["DATETIME", /what is (the date|today|the date today|today is date|the current date|the day|the day today)/],
    ["DATETIME", /(today is date|what today is date is)/],
    [
      "WEATHER",
      /(what|how) (is|was) the (current )?(weather|temperature|wind|humidity)( like| doing)?|what the weather is( like)?/,
    ],
    ["WEATHER", /(the|tell me about the) (current )?(weather|temperature)/],
    ["WEATHER", /how (cold|hot|warm|windy|humid) is it|how (cold|hot|warm|windy|humid) it is/],
    ["WEATHER", /is it (raining|snowing|cold|hot|warm|windy|sunny|freezing|foggy|wet)/],
    [
      "STATUS",
      /(what|which|how many) (timers?|callbacks?|alarms?)( do i have| are (there|running|set|active|pending))+/,
    ],
    ["STATUS", /do i have (any|a|some|my) (timers?|callbacks?)( running| set| pending| active| going)*/],
    ["STATUS", /(are there|is there) (any|a) (timers?|callbacks?)( running| set| pending| active| going)*/],
    ["STATUS", /how (much time|long|many minutes|many seconds)( is| are|do i have)* left( on (my|the) (timer|clock))?/],
    ["STATUS", /how much longer (on|for|does|is|has) (my|the) timer( have| got)?( to go)?/],
    ["STATUS", /(what are|list|what is the status of|check|how are) (my|the) (timers?|callbacks?)/],
    ["STATUS", /(is|are) (my|the) (timers?|callbacks?)( still)? (running|set|active|pending|going)/],
    [
      "STATUS",
      /when (is|does|will) (my|the) (timer|callback)( due| over| end| go off| come| ring| be over| be up| up)/,
    ],
  ],
};
