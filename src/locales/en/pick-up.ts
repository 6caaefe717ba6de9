import type { PickUpWords } from "../locale.js";

/** What assistants that answer for someone call themselves, and people do not. */
const ASSISTANT = /(virtual|automated|digital|call) assistant|by an( \w+)? assistant/;
/** When to speak. */
const BEEP = /(after|at|following) the (beep|tone|signal)|until (you hear )?the (beep|tone)/;

export const PICK_UP: PickUpWords = {
  screener: [
    ASSISTANT,
    /(state|say|record|give|tell me|tell us)( \w+){0,2} name( \w+){0,4} (reason|why|purpose|regarding|about)/,
    /who you are and why|(see|check|find out) if (this|the|that|your) (person|party)|try to connect you/,
    /(call|calls) (is|are) (being )?screened|screening (service|this call|calls)|call (screening|assist)/,
    /before i (try to )?(connect|put|transfer)/,
  ],
  machine: [
    /(leave|leaving|record)( \w+){0,3} (message|name|number|details)/,
    BEEP,
    /(person|party|number|customer|subscriber|user|mailbox|extension)( \w+){0,6} (not|un)( )?(be )?(available|answering|reachable|in service|responding|in use|switched on)/,
    /i (m|am) (not|n t) (here|available|home|in|at my desk)( right now| at the moment|$)|(we|i) (are|re|m|am) (currently |presently )?(away|unavailable|out of (the )?office)/,
    /voice ?mail|voice message|mail ?box|answering (machine|service)/,
    /(missed|miss) your call|(return|returning) your call|as soon as (i|we) (can|get)/,
    /number (that )?(you|ve|have)( \w+){0,3} (dialled|dialed|called|reached)|call (cannot|can not|can t) be (completed|connected)|check the number|possible to connect|not in service|(been|is) disconnected|switched off|not being accepted|(cannot|can not|can t) be reached|no longer in service|try (your call )?again later/,
    /you know what to do/,
    /(business|opening|office) hours/,
  ],
  absent: [
    /(can t|cannot|can not|unable to|not able to) (come to|get to|take your call|take the call|answer (the|your|my))/,
    /(is|are) (currently |now )?closed/,
  ],
  titled: /(^| )(mr|mrs|ms|miss|mister|doctor|dr|professor) \w+/,
  menu: [
    /(press|push|dial) (\d|zero|one|two|three|four|five|six|seven|eight|nine|star|pound|hash|the)/,
    /(menu|following) options|main menu|(options|menu)( \w+){0,2} changed|listen carefully|continue to hold|please hold (for (the|your|an)|while (we|you|your)) |(dial|enter|know) (it|your party|the|their|his|her)( \w+)? extension|party s extension/,
    /say (yes|one|english|operator)|speak (yes|one|operator)|to continue in|in a few words/,
    /(all (of )?)?our( \w+){0,2} (are|is) (currently |still |very )?(busy|assisting|helping|on)|stay on the line|next available|your call is important/,
    /(call|calls) (may|will|might|can) be (recorded|monitored)/,
    /(waiting|wait|hold) time|thank(s| you) for (waiting your call|holding your|your patience)|call will be answered|(number|position|place) (\w+ )?in (the|our) (queue|line)|you (will be|are being|re being) (connected|transferred)/,
    /(enter|key in)( \w+){0,6} (number|digits?|code|pin|key)|(hash|pound|star) key|followed by (the )?(hash|pound|star)/,
  ],
  human: [
    /speaking$|speaking (how|what|can)|(how|what) (can|may|could|do) (i|we) (help|do)|(can|may) i help/,
    /(call|ring|phone) (you|me) (back|later)|(what s|what is) (the|this|it) (problem|about|matter)|what do you (want|need)/,
    /(hold|hang) on|(just )?a (second|minute|moment)|(sorry|yes|yeah|okay|ok|please) go ahead|go ahead please|i m (here|driving|busy|listening)|i was/,
    /(front desk|reception|residence|speaking|here)( good (morning|afternoon|evening))?$/,
    /^(hello|hi|hey|yes|yeah)( \w+){0,4}$|this is( \w+){1,2}$/,
  ],
  asksWho: [
    /who (is|s|are) (this|that|there|calling|speaking|it|you)|who (am i|m i) (speaking|talking)|may i ask who|whos (this|calling)/,
  ],
  itself: [ASSISTANT, BEEP, /(this is|reached|welcome to)( \w+){0,4} (voice ?mail|mail ?box|answering machine)/],
  answersFor: [
    /(^| )(he|she) (s|is|isn t|can t|cannot|can not|won t|has|had|went)( \w+){0,3} (in|here|out|away|off|home|available|busy|asleep|work|lunch|meeting|come to|get to|take|answer)( |$)/,
    /(do you want|would you like|d you like) (me )?to (leave|tell|give|take|pass)/,

    /(can|may|could|shall|should) i (take|give|tell|pass)|(can|could|would|may) (you|i) (please )?(tell|have|get|give)( \w+){0,3} name|(i ll|i can|let me|me to|happy to|glad to) take a message/,
  ],
  announcing:
    /^(leave|message|tone|beep|record(ed|ing)?|(un)?available|subscriber|customer|diall?ed|voicemail|mailbox|press|options?|menu|queue|wait(ing)?|hold|agents?|representatives?|closed|hours|enter|digits?|hash|pound|key|circuits|busy|later|estimated|automated|virtual|connected|transferred|screening|reached|account|credit|balance|prepaid|top(ped)?|connection|connecting|calls|network|coverage|extension|transferr?\w*|forwarded|responding|require|office|opening|open|customers?|services?|information|website|online|app|www|address|moved|tickets?|appointments?|emergency|holidays?|vacation|team|advis[eo]rs?|shortly|departments?|offers?|products?|orders?|delivery|deliver|bookings?|prescriptions?|am|pm|daily|until|our|your|receive|switched|restricted|volume|engineers|apologi[sz]e|inconvenience|recorded|nobody|branch(es)?|visitors?|guests?|choosing|further|details?|currently)$/,
  personal: /^(i|m|my|me|mine|he|she|him|her|what|who|where|can|could|would|sorry|speaking|yes|yeah|oh|mum|dad)$/,
};
