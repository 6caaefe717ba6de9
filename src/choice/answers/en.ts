import type { SpokenAnswers } from "../spoken-answers.js";

export const EN: SpokenAnswers = {
  hesitation: `um|umm|uh|uhh|uhm|er|erm|hm|hmm|mm|mmm|mhm|ah|oh|eh|huh|well|so|you know|good question|anyway|actually|
    i mean|how shall i put it|gosh|oh dear|oh my|oh my god|my goodness|goodness|goodness me|wow|ooh|ouch|
    blimey|right then|heavens`,
  waits: `let me think|let me see|let us see|let me think about it|let me think about that|let me have a think|
    i need to think|i have to think|i am thinking|hold on|hang on|hold on a second|hang on a second|
    hold on a minute|hang on a minute|hold the line|one moment|one moment please|just a moment|a moment|wait|
    wait a second|wait a minute|wait a moment|wait a bit|one second|a second|just a second|one sec|a sec|
    just one second|one minute|just a minute|give me a second|give me a sec|give me a minute|
    give me a moment|bear with me|not so fast`,
  greets: `hello|hi|hey|hello there|hi there|good morning|good afternoon|good evening`,
  listens: `i am listening`,
  degree: `scarcely|badly|poorly|vaguely`,
  identifies: `it is me|that is me|this is me|that would be me|this is he|this is she|that is him|that is her|
    that is he|speaking|i am here|you are talking to me`,
  invites: `go ahead|go on|carry on|continue|do continue|fire away|shoot|tell me|tell me more|say it|speak|talk|
    keep going|proceed`,
  courtesy: `please|thanks|thank you|thank you very much|thank you so much|thanks a lot|many thanks|cheers|sorry|
    pardon|excuse me|sir|madam|maam|dear|kindly|bye|goodbye|good bye|at all|then|just|simply|only|really|
    indeed|thank god|thank goodness|god bless|i am sorry|i am so sorry|i am very sorry|i am really sorry|
    we are sorry|we are so sorry|we are very sorry|we are really sorry|afraid|i am afraid|unfortunately|
    regrettably|sadly|love|mate|darling|honey|pal|man|good night|good day|have a nice day|have a good day|
    have a nice evening|have a good evening|have a good night|have a nice afternoon|see you tomorrow|
    see you tonight|see you later|see you then|first of all|for the first time|for the second time|
    for the last time`,
  carrier: `i|we|me|us|my|our|you|it|that|this|these|those|the|a|an|is|are|am|was|be|been|will|shall|would|do|does|
    can|have|has|to|of|for|with|on|in|at|by|and|as|i think|i believe|i would say|i will say|i say|i said|let us say|
    like|would like|love|prefer|rather|sooner|want|need|take|have|get|go|going|gonna|choose|choosing|pick|picking|
    select|selecting|opt|let us|make it|give|my answer|the answer|answer|choice|option|one|thing|works|it will be|
    that will be|that would be|would be|definitely|certainly|absolutely|clearly|oclock|one is|ones|let me|press|
    put me down for|put me down as|yet|a bit|a little|your|there|
    able|be able|able to|be able to|i have to|we have to`,
  idiom: `no problem|no worries|no trouble|not a problem|why not|i do not mind|do not mind|would not mind|
    do not worry|no need to worry|no doubt|no doubt about it|without a doubt|without doubt|no question|
    not bad|not bad at all|not half bad`,
  assent: `yes|yeah|yea|yep|yup|yah|ya|aye|yes indeed`,
  denial: `no|nope|nah|naw`,
  affirms: `sure|sure thing|of course|of course i do|of course i will|absolutely|definitely|certainly|please do|
    by all means|i would love to|i would be happy to|gladly|with pleasure|you bet|for sure|most certainly|
    naturally|will do|happy to|with the greatest of pleasure|too right|exactly|correct|that is right|that is correct|
    true|that is true|agreed|i agree`,
  agrees: `ok|okay|alright|all right|right|sounds good|that sounds good|sounds great|that sounds great|fine|good|
    great|perfect|lovely|excellent|that is fine|that is good|that is okay|that works|works for me|that works for me|
    i am|i have|i do|i will|i can|i would|we are|we have|we do|we will|we can|it is|it does|
    i would like to|i would like that`,
  attends: `i am in|count me in|count us in|i will be there|we will be there|i will come|we will come|
    i am coming|we are coming`,
  misses: `i can not|we can not|i can not make it|we can not make it|i am afraid i can not|unable to make it|
    no can do|i will not be there|we will not be there|i will not come|we will not come|i will not make it`,
  promises: `i can come|i can make it|i can do it|i am able to`,
  declines: `no way|absolutely not|definitely not|certainly not|of course not|not at all|never|by no means|
    rather not|i would rather not|i do not|i will not|i am not|i have not|i would not|we do not|we will not|
    we are not|it is not|it does not|i am afraid not|not interested|i am not interested|no chance|forget it|
    under no circumstances|i refuse|not on your life|i had rather not|not a chance|not this time|
    not today thanks|no fear`,
  hedges: `not necessary|that will not be necessary|i am good|i am fine|we are good|we are fine|i am all set|
    unfortunately not`,
  negation: `not|neither|nor|none|nothing|nobody|nowhere|without|except|except for|anything but|anywhere but|anyone but|everything but|
    all but|any but|other than|apart from|instead of|rather than|hardly|barely|refuse|hate|dislike|reject|against|
    wrong|false|stop|avoid|exclude|skip|drop|leave out|have yet to|has yet to|deny|decline|unable|impossible|too|fail|failed|forgot|no more|
    no longer|less|out of|no one|cannot`,
  contrast: `but|however|although|though|except that`,
  unsure: `not sure|i am not sure|not certain|not really|not yet|do not know|i do not know|i would not know|no idea|
    i have no idea|no clue|i have no clue|not only|maybe|perhaps|possibly|probably|might|may|could|could be|
    should|yeah right|depends|it depends|depending|i guess|i suppose|guess|suppose|if|unless|whether|until|or|either|
    both|any|anything|whatever|whichever|whoever|do not care|i do not care|no preference|do not understand|
    i do not understand|unsure|uncertain|undecided|doubt|i doubt it|wish|hope|would have|could have|
    should have|might have|used to|almost|nearly|kind of|sort of|more or less|yes and no|forgotten|
    supposed to|i wonder|pretend|lie|lying|joking|kidding|all of them|all of the above|none of them|
    none of the above|everything|something|someone|somebody|another|different|else|half|quarter|past|after|
    before|since|already|i am not saying no|i am not saying yes|
    i did not say yes|i did not say no|i have not said yes|i never said yes|i never said no|not saying no|
    not saying yes`,
  asks: `what|which|who|whom|whose|when|where|why|how|what about|how about|pardon me|come again|say again|repeat|
    can you repeat|could you repeat|do you mean|did you say|did you mean|you mean|are you sure|who is|
    speaking to whom`,
  inverts: `do you|does it|does that|did you|did i|did we|do i|do we|do they|are you|are there|are they|are we|is it|
    is there|is he|is she|
    is this|is that|was it|was that|were you|can you|can i|can we|could you|could i|could it|would you|would it|would that|
    will you|will it|will i|will there|should i|should we|shall i|shall we|may i|have you|have i|has it|has he|has she|am i|
    is the|are the|was the|does the|will the|can the`,
  requests: `can i speak to|could i speak to|may i speak to|can i talk to|could i talk to|can i speak with|
    can i have|could i have|may i have|can i get|could i get|can i take|could i take|can we have|could we have|
    can we get|
    could we get|could you give me|can you give me|would you give me|can you put me down for|could you put me down for|
    can i choose|could i choose|may i choose|may i take|can i please have|could i please have`,
  place: `option|options|choice|answer|possibility|alternative`,
  key: `press|key|button|push|i press|i will press`,
  number: `number|nr`,
};
