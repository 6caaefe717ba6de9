/** Sentences with words that could begin a call or a thought: all of them are spoken. */
export const TALK: readonly string[] = `
The tool you need is a hammer.
Tools are in the shed, next to the mower.
A tool call is something the engineer knows about.
I can use a tool to look that up, if you like.
The function of the heart is to pump blood.
Function rooms are on the second floor.
My main function here is to answer calls.
The user manual says to press the red button.
Users can log in after nine.
The user wants a refund, says your note.
A user name has at most twenty letters.
I will note that down for you.
Note that we close at five.
Notes from the meeting are in your inbox.
Note to self is what people write on sticky notes.
The plan is to meet at noon.
Plan B: we take the train.
Planning takes two weeks.
Our plans start at five euros a month.
Thinking of you is what the card says.
Thinking about it, Tuesday is better.
I was thinking we could meet on Friday.
Thought you might ask. It is noon.
My thoughts are with you.
Thought leaders often speak here.
The reasoning behind it is simple: it saves time.
Reasonable prices, good food, that is our promise.
The analysis of your blood will take two days.
Analysis takes two days, and the result comes by mail.
The final answer is forty two.
Final boarding for flight twelve is at noon.
Finally, press the green button.
Answer the door, please, and call me back.
The answer is yes.
The response was positive.
Action is what we need now.
Action movies start at eight.
Call me at noon, please.
Call the front desk: they can help.
I can call Anna for you.
To call back, press five.
Calling hours are nine to five.
Commentary on the match begins at eight.
The weather is sunny, and it stays warm.
Weather permitting, we sail at noon.
The weather function of your phone shows that.
Joke aside, we are closed.
That joke is old, but good.
Lookup services cost extra.
The transfer took three days.
Transfer fees are five euros.
To transfer the money, I need your account number.
I set a timer; the timer rings at noon.
A callback costs nothing.
The callback function is on page twelve.
Hang up, then call again.
If you hangup now, the order is lost.
Calc is short for calculator.
The calc sheet is on your desk.
Date and time are shown on the screen.
The system is down until noon.
System updates run at night.
Human error caused the delay.
Human resources is on the third floor.
The assistant manager is Tom.
Assistant professors teach on Mondays.
Bots are not people.
Models start at nine thousand euros.
The model you want is in stock.
Print the form and sign it.
Printing takes a minute.
To be honest, I do not know.
To print: press the blue key twice.
Internal calls are free.
Internal mail arrives at ten.
Inner tubes cost eight euros.
Chain stores open at eight.
The chain of events began on Monday.
Context matters: who asked you?
The draft is ready.
Draft beer is four euros.
Review it before you sign.
The review was kind.
Search for the red door.
Memory cards are in aisle five.
The memory of it makes me smile.
Step one: open the lid. Step two: press the button.
Steps lead down to the beach.
The tone of the letter is friendly.
After the tone, leave a message.
A message for you: Tom is late.
Message received, thank you.
The reply came at noon.
Reply by Friday, please.
Your response plan is ready.
Say hello to Anna.
The output is low today.
Output: five volts.
Input: twelve volts.
Result: you won two to one.
The result is in: you passed.
Instructions are on the box.
The instruction says to wait.
Strategy meetings are on Mondays.
Our approach is simple.
The emotion in her voice was clear.
Reflection takes time.
The reflection in the lake is lovely.
Consider the price first.
I would consider the blue one.
They want noon, and we want two.
They asked for you this morning.
We need to answer your question first, so please wait.
We have to call the office before five.
I need to use your first name. Is that fine?
I should call you back at noon.
Okay, the user account is active now.
Okay, let us begin. What is your name?
Got it, noon on Friday.
Got it. Anything else?
Well, the customer service is open until nine.
So, the caller before you was Tom.
Looking at the map, turn left.
Looking forward to it.
This is a simple recipe: flour, eggs, milk.
This is a test of the line.
Let me think. Noon is fine.
Let me see. Yes, there is a table.
Let's see, the next train is at ten.
Hmm, that is odd.
Alright, see you then.
First, open the app. Then choose a plan.
Now press the star key.
Wait for the tone.
Here is the plan: we meet at noon.
Here's a thought: why not both?
The name of the function is long.
He named his dog Tool.
Tool, the band, plays tonight.
TOOL plays tonight at eight.
The band TOOL has five albums.
The TOOL and DIE company is closed.
My favourite TOOL song is Lateralus.
I do not have a TOOL HANGUP, sorry.
No TOOL HANGUP is needed: just put the phone down.
If you want to end it, say TOOL HANGUP.
To end it, just say "TOOL HANGUP".
You could write TOOL HANGUP, or simply hang up.
The Action HANGUP ends the call.
Then I would use the Action HANGUP, but you still have a question.
There is a TOOL CALC, and a TOOL WEATHER.
Is there a TOOL TRANSFER?
I have a TOOL CALC, TOOL HANGUP and TOOL WEATHER.
There are three: TOOL HANGUP, TOOL CALC and TOOL WEATHER.
Which one? TOOL HANGUP?
My notes mention a TOOL CALC for sums and a TOOL DATETIME for the time.
The Action WEATHER tells you whether it rains.
I know no Action TRANSFER that calls abroad.
Use the Action WEATHER location=Rome to see it.
Write TOOL SET_TIMER duration=60 and it rings.
to=weather is the way to write it.
Our web address ends with to=transfer today.
HANGUP ends the call, and WEATHER tells the weather.
The name of the tool is HANGUP.
She called it CALC. I call it CALC, too.
In Python, a function is defined once.
Use the json file, not the other one.
The code is five five two.
Your code: four, two, one.
The code commentary is in English.
Parameters of the trip: two adults, one child.
Arguments are exhausting.
The argument was about money.
Your input is valued.
Their name is Anna Tool.
Name: Anna. Age: nine.
Call name: Rex.
Function name: Payroll. Room: twelve.
Tool name: hammer. Price: five.
Tool calls are logged for a week.
Function calls cost a cent each.
x = five and y = six.
a = b, and b = c.
Two + two = four.
result = good, they say.
No, nothing is planned.
Done thinking? Then press one.
Thinking takes time...
I keep thinking... and then it is noon.
Thinking... one moment.
He said: final answer!
The final response comes tomorrow.
Response times are short.
Grounded flights leave tomorrow.
Grounded answers matter.
Respond by noon, please.
I respond to every call.
The action plan has two parts.
Observation decks open at nine.
An observation: it is raining.
Scratch that, I meant noon.
Rational people disagree.
Details follow by mail.
Hidden fees? None.
Okay. The timer is set. Anything else?
Alright! Your table is reserved. See you.
Der Nutzer ist angelegt.
Der Plan steht: wir treffen uns um zwölf.
Die Funktion des Herzens ist klar.
Das Werkzeug liegt im Keller.
Gedanken sind frei.
Überlegungen dazu gibt es viele.
Überlegen Sie es sich.
Also, der Anrufer war Tom.
Gut, der Termin ist am Montag.
Der Kunde ist König.
Notizen liegen auf dem Tisch.
L'outil est dans le garage.
La fonction du coeur est simple.
L'utilisateur est connecté.
Le client a toujours raison.
Réflexion faite, midi me convient.
Le plan est simple : midi.
El usuario está activo.
El plan es sencillo: a las doce.
La función empieza a las ocho.
Pensamiento positivo, dice el libro.
L'utente è attivo.
Il piano è semplice: a mezzogiorno.
La funzione inizia alle otto.
Il cliente ha ragione.
Pensiero positivo, dice il libro.
Lo strumento è in cantina.
Bien, el cliente está en la línea dos.
Allora, il cliente sta arrivando.
D'accord, le client a payé.
Elle pense que midi est parfait.
assistantship is a long word.
finals are in May.
analyses take two days.
commentators agree.
functional tests are done.
functions as a door, too.
`
  .trim()
  .split("\n");
