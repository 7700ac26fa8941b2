import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toSpokenSentences } from '../../src/domain/speech/spoken-text.ts';

/** A text as one line: words in lower case, letters in capitals, pauses by their marks. */
function spoken(text: string): string {
  const words = Array.from(toSpokenSentences(text), ({ tokens }) =>
    tokens
      .map((token) => (token.kind === 'letter' ? token.text.toUpperCase() : token.kind === 'break' ? token.mark : token.text))
      .join(' '),
  );
  return words.join(' ');
}

const KINDS: Readonly<Record<string, readonly (readonly [written: string, said: string])[]>> = {
  'the pronoun I behind a word that can have a numeral is the pronoun': [
    ['The book I read was good.', 'the book i read was good .'],
    ['the part I like in the chapter I wrote', 'the part i like in the chapter i wrote .'],
    ['The war I fought in, the level I reached', 'the war i fought in , the level i reached .'],
    ['the type I prefer, the class I am in', 'the type i prefer , the class i am in .'],
    ['The Part I liked most', 'the part i liked most .'],
    ['World War I was long.', 'world war one was long .'],
    ['Book I of the Iliad. Chapter I begins.', 'book one of the iliad . chapter one begins .'],
    ['in part I of the book, phase I trials, a type I error', 'in part one of the book , phase one trials , a type one error .'],
    ['in the XXI century', 'in the twenty first century .'],
    ["WWII ended, WWI's did not.", "world war two ended , world war one's did not ."],
    ['Superman III', 'superman three .'],
    ["World War I's end, Louis XIV's court, Vol. I is out", "world war one's end , louis the fourteenth's court , volume one is out ."],
  ],
  'formulas in LaTeX are read as people say them': [
    ['So $x^2 + y^2 = z^2$.', 'so X squared plus Y squared equals Z squared .'],
    [
      '\\[x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}\\]',
      'X equals minus B plus or minus square root of B squared minus four a C over two A .',
    ],
    ['$$\\sum_{i=1}^{n} i^4 = \\frac{1}{2}$$', 'sum from I equals one to N of I to the fourth equals one half .'],
    ['\\(\\Delta x \\cdot \\Delta p \\geq h\\)', 'delta X times delta P is greater than or equal to H .'],
    ['$v = 10\\,\\text{m/s}$ at $90^\\circ$', 'V equals ten meters per second at ninety degrees .'],
    ['$e^{i\\pi} + 1 = 0$, $F = ma$, $x_1$', 'E to the power of I pi plus one equals zero , F equals M a , X sub one .'],
    ['\\(\\begin{cases} 1 & x > 0 \\\\ 0 & \\text{otherwise} \\end{cases}\\)', 'one X greater than zero , zero otherwise .'],
    ['Half is 50\\% or $50\\%$.', 'half is fifty percent or fifty percent .'],
  ],
  'sums of money are no formulas': [
    ['It costs $5 or $10, or $5-$10.', 'it costs five dollars or ten dollars , or five to ten dollars .'],
    ['He has $20; she = $30.', 'he has twenty dollars ; she equals thirty dollars .'],
  ],
  'a power is said whatever it is': [
    ['x^4 + 2^n', 'X to the fourth plus two to the N .'],
    ['y^-3 = x^{10}', 'Y to the minus three equals X to the tenth .'],
  ],
  'names of standards, zones, shares and dates with figures': [
    ['Open from 9:00 a.m. to 5:30 p.m. EST. Then we left.', 'open from nine A M to five thirty P M E S T . then we left .'],
    ['The shop, est. 1999.', 'the shop , established nineteen ninety nine .'],
    ['$AAPL is up, the file is in $HOME.', 'A A P L is up , the file is in home .'],
    ['It was ca. €41k.', 'it was circa forty one thousand euros .'],
    ['Bob <bob@example.org> wrote.', 'bob bob at example dot org wrote .'],
    ['H.264, G.711 and X.509.', 'H two sixty four , G seven eleven and X five oh nine .'],
    ['a 50-50 chance of 0s and 1s', 'a fifty fifty chance of zeros and ones .'],
    [
      'on 12.25.2023, 25.12.2023 and 5.6.2023',
      'on december twenty fifth twenty twenty three , december twenty fifth twenty twenty three and june fifth twenty twenty three .',
    ],
  ],
  'a hyphen in a number that is a name is no minus': [
    ['ISBN 978-3-16-148410-0.', 'I S B N nine seven eight , three , one six , one four eight four one zero , zero .'],
    ['part no. 12-345-6789', 'part number one two , three four five , six seven eight nine .'],
    [
      'CVE-2024-12345, ISO-8859-1, i7-12700K',
      'C V E twenty twenty four twelve thousand three hundred forty five , I S O eighty eight fifty nine one , I seven one two seven zero zero K .',
    ],
    ['B.1.1.7 in 3:59.4', 'B dot one point one point seven in three fifty nine point four .'],
    ['Boeing 737-800', 'boeing seven thirty seven eight hundred .'],
    ['order #A-1234', 'order number A twelve thirty four .'],
    ['a 401(k) and a 501(c)(3)', 'a four oh one K and a five oh one C three .'],
    ['1-2-3, go!', 'one , two , three , go !'],
    ['John 3:16-18 and Psalm 23:1', 'john three sixteen to eighteen and psalm twenty three one .'],
  ],
  'a hyphen in a formula is a minus': [
    ['y = -2x + 3', 'Y equals minus two X plus three .'],
    ['Solve x = -b.', 'solve X equals minus B .'],
    ['f(x) = -x² - 5', 'F of X equals minus X squared minus five .'],
    ['(n-1)(n+1) = n² - 1', 'N minus one , N plus one , equals N squared minus one .'],
    ['x = (-b ± √(b² - 4ac)) / 2a', 'X equals , minus B plus or minus square root of , B squared minus four A C , over two A .'],
    ['3x - 5 = 10, 2x - y = 7', 'three X minus five equals ten , two X minus Y equals seven .'],
    ['2(x-3) = 10', 'two , X minus three , equals ten .'],
    ['-x + 5 = 0', 'minus X plus five equals zero .'],
    ['The slope is -m. It is -20x.', 'the slope is minus M . it is minus twenty X .'],
    ['sin(-x) = -√2, pH = -log c', 'sine of minus X , equals minus square root of two , P H equals minus log C .'],
    [
      '-∞ < x, e^-x, 5 - 3x ≤ -1',
      'minus infinity less than X , E to the minus X , five minus three X is less than or equal to minus one .',
    ],
    ['y = mx - b', 'Y equals M X minus B .'],
    ['V - R = 0 and y = x – 3', 'V minus R equals zero and Y equals X minus three .'],
    ['if X[i-1] > Y[j-1]', 'if X , I minus one , greater than Y , J minus one .'],
  ],
  'a hyphen elsewhere is none': [
    ['pages 5-10, 3-5x, for ages 11-99B', 'pages five to ten , three to five times , for ages eleven to ninety nine B .'],
    ['an x-ray of a 3-bed flat in a T-shirt', 'an X ray of a three bed flat in a T shirt .'],
    ['a 3-d model, a p-value = 0.05', 'a three D model , a P value equals zero point zero five .'],
    ['Run ls -l, then python3 -m it.', 'run L S L , then python three M it .'],
    ['The flag is -v.', 'the flag is V .'],
    ['an RTX-4090, a k-12 school and vitamin B-12', 'an R T X forty ninety , a K twelve school and vitamin B twelve .'],
    ['[a-z]+[0-9]', 'a Z , zero to nine .'],
    ['version 1.0.22 - 23 May', 'version one point zero point twenty two — the twenty third of may .'],
    ['It (est. 1999) - 5 people.', 'it , established nineteen ninety nine — five people .'],
    ['Liverpool 2 - 1 Everton', 'liverpool two to one everton .'],
    ['A- and B+', 'A and B plus .'],
    ['GPT-4o = new', 'G P T four O equals new .'],
  ],
  'feet and other measures are said in the singular before what they describe': [
    ["The fence is 6' high and the room is 10'x12'.", 'the fence is six feet high and the room is ten by twelve feet .'],
    ["30'-40' high, 20'–25'.", 'thirty to forty feet high , twenty to twenty five feet .'],
    ["a 5' x 8' rug, 8'6\" x 10'", 'a five by eight foot rug , eight feet six by ten feet .'],
    ["the 8’ ceiling, 1' wide", 'the eight foot ceiling , one foot wide .'],
    [
      "He said 'I was 6' in the class of '68' and the 1970s' music.",
      'he said i was six in the class of sixty eight and the nineteen seventies music .',
    ],
    ["the rule '30-35' and Boeing 747's", 'the rule thirty to thirty five and boeing seven forty seven S .'],
    ['The 3kg box, my 2L bottle and two 5lb bags.', 'the three kilogram box , my two liter bottle and two five pound bags .'],
    ['The 3kg is heavy, the 5kg of rice too.', 'the three kilograms is heavy , the five kilograms of rice too .'],
    ['the 5 km we ran, the 20 m tall tower', 'the five kilometers we ran , the twenty meters tall tower .'],
    ['use 500g flour, 2 x 500ml bottles', 'use five hundred grams flour , two times five hundred milliliter bottles .'],
  ],
  'primes, factorials and indices are read': [
    ["f'(x) = 2x, f''(x), y' = 0", 'F prime of X equals two X , F double prime of X , Y prime equals zero .'],
    ['n! = n × (n-1)!', 'N factorial equals N times , N minus one , factorial .'],
    ['5! = 120. I am 10! Option b! Wow (yes)!', 'five factorial equals one hundred twenty . i am ten ! option B ! wow , yes !'],
    ['a₁ < a₂, x₁₂, aₙ₊₁ and σ₁', 'A sub one less than A sub two , X sub twelve , A sub N plus one and sigma sub one .'],
    ['log₂(8) = 3, vitamin B₁₂, CO₂', 'log base two of , eight , equals three , vitamin B twelve , C O two .'],
    ["the a's and 'b' = 5", "the a's and B equals five ."],
  ],
  'what comes from Poland is no verb': [
    ['Polish the table, polish shoes with Polish polish.', 'polish the table , polish shoes with poelish polish .'],
  ],
  'places in books are read without an end of the sentence': [
    ['Read Ps. 23 and Gen. 1:1 tonight.', 'read psalm twenty three and genesis one one tonight .'],
    [
      '1 Cor. 13:4, Rom. 8:28 and Matt. 5:3-12',
      'first corinthians thirteen four , romans eight twenty eight and matthew five three to twelve .',
    ],
    ['Rom 8:28, Ex. 20:3', 'romans eight twenty eight , exodus twenty three .'],
    ['The 7:50 bus. Dan 5:30 is early. Ask the gen. 4 came.', 'the seven fifty bus . dan five thirty is early . ask the gen . four came .'],
  ],
  'tags are silent, places to be filled in are not': [
    [
      '<?xml version="1.0"?><speak>It is on <say-as interpret-as="date">2024-01-02</say-as>.</speak>',
      'it is on january second twenty twenty four .',
    ],
    ['<mstts:express-as style="cheerful">Hi</mstts:express-as> <amazon:effect name="whispered">you</amazon:effect>', 'hi you .'],
    ['<my-box>In it</my-box> <my-line/>', 'in it .'],
    ['Dear <first_name>,', 'dear first name .'],
    ['Say <your-name> and <b>go</b>. 5<x-1', 'say your name and go . five less than X minus one .'],
  ],
  'sums, addresses and numbers of telephones are read whole': [
    ['We raised $1m USD, then $3.5m AUD.', 'we raised one million U S dollars , then three point five million australian dollars .'],
    [
      '$20 USD, £5 GBP, $1,000 CAD and $10-20 USD',
      'twenty U S dollars , five pounds , one thousand canadian dollars and ten to twenty U S dollars .',
    ],
    [
      'localhost:3000/admin, 127.0.0.1:8803',
      'localhost colon three thousand slash admin , one twenty seven dot zero dot zero dot one colon eighty eight oh three .',
    ],
    ['db.example.com:5432 is down', 'D B dot example dot com colon fifty four thirty two is down .'],
    ['Note:2000 people', 'note : two thousand people .'],
    ['1-877-KARS-4-KIDS', 'one , eight seven seven , kars four kids .'],
    ['1-800-MY-APPLE or 1-888-GO-FEDEX', 'one , eight hundred , my apple or one , eight eight eight , go fedex .'],
    ['20/20 vision in 4/4 time, 3/4 of the time', 'twenty twenty vision in four four time , three quarters of the time .'],
  ],
  'long names in capitals are said as words, long initials letter by letter': [
    ['NVIDIA, QANTAS, XIAOMI and SVELTE', 'nvidia , qantas , xiaomi and svelte .'],
    ['LGBTQIA, HCAHPS, MSNBC and NSAIDS are not', 'L G B T Q I A , H C A H P S , M S N B C and N S A I D S are not .'],
  ],
  'a sign that takes away is heard': [
    ['UTC-5 and GMT+01:00', 'U T C minus five and G M T plus one .'],
    ['10-5=5', 'ten minus five equals five .'],
    ['What is 7-4?', 'what is seven minus four ?'],
    ['2 + 30 - 4 × 2', 'two plus thirty minus four times two .'],
    ['20 - 8', 'twenty minus eight .'],
    ['we won 110 - 98, the score was 3 - 1', 'we won one hundred ten to ninety eight , the score was three to one .'],
    ['pages 10 - 15, from 9 - 5', 'pages ten to fifteen , from nine to five .'],
    ['a != b', 'a is not equal to B .'],
    ['x += 1 and y -= 2', 'X plus equals one and Y minus equals two .'],
    ['12 / 4 = 3, 8/2=4', 'twelve divided by four equals three , eight divided by two equals four .'],
    ['I rate it 8/10. Add 3/4 cup.', 'i rate it eight out of ten . add three quarters cup .'],
  ],
  'a day is a day with slashes and dots too': [
    ['2024/03/15 and 2024.03.15', 'march fifteenth twenty twenty four and march fifteenth twenty twenty four .'],
    ['The deadline is 12/31. On 1/2 we met.', 'the deadline is december thirty first . on january second we met .'],
    ['on 1/2 cup, by 7/16 inch', 'on one half cup , by seven sixteenths inch .'],
    ['In 1066 the Normans came.', 'in ten sixty six the normans came .'],
    ['Thurs, Fri and Sat. and Sun 5 May', 'thursday , friday and saturday and sunday the fifth of may .'],
  ],
  'short telephone numbers, codes and identifiers are read digit by digit': [
    ['Call 911 now.', 'call nine one one now .'],
    ['Dial 311 or 411.', 'dial three one one or four one one .'],
    ['There is a place called 1760.', 'there is a place called seventeen sixty .'],
    ['My PIN is 1234.', 'my pin is one two three four .'],
    ['I called 100 people about code 200 lines long.', 'i called one hundred people about code two hundred lines long .'],
    ['00:1A:2B:3C:4D:5E', 'zero zero , one A , two B , three C , four D , five E .'],
    [
      '550e8400-e29b-41d4-a716-446655440000',
      'five five zero E eight four zero zero , E two nine B , four one D four , A seven one six , four four six six five five four four zero zero zero zero .',
    ],
    ['hash a94a8fe5', 'hash A nine four A eight F E five .'],
    ['10.0.0.0/8', 'ten dot zero dot zero dot zero slash eight .'],
  ],
  'amounts are read in full': [
    ['3bn people, 10m users', 'three billion people , ten million users .'],
    ['Rs. 500 and ₦200', 'five hundred rupees and two hundred naira .'],
    ['€1.234,56', 'one thousand two hundred thirty four euros and fifty six cents .'],
    ['€10,50', 'ten euros and fifty cents .'],
    ['€3,50, then', 'three euros and fifty cents , then .'],
    ['₹12,34,567 of Rs. 5 crore', 'one million two hundred thirty four thousand five hundred sixty seven rupees of five crore rupees .'],
    ['1.234.567', 'one million two hundred thirty four thousand five hundred sixty seven .'],
    ['seat 12A, a 13A fuse', 'seat twelve A , a thirteen amp fuse .'],
    ['1,500 sq ft and 5 sq km', 'one thousand five hundred square feet and five square kilometers .'],
    ['2 mmol/L at 120/80 mmHg', 'two millimoles per liter at one hundred twenty over eighty millimeters of mercury .'],
    ['3 × 10⁸ m/s', 'three times ten to the eight meters per second .'],
    ['$3/hr, €5.50/kg, $60k/yr', 'three dollars per hour , five euros and fifty cents per kilogram , sixty thousand dollars per year .'],
    ['2 x 500 ml, 3 x 5 in, 1920x1080', 'two times five hundred milliliters , three by five inches , nineteen twenty by ten eighty .'],
    ['Add 1/4 tsp. salt.', 'add one quarter teaspoon salt .'],
    ['a 9" x 13" pan, 5 in cm²', 'a nine by thirteen inch pan , five in square centimeters .'],
    ['18.4° N', 'eighteen point four degrees north .'],
    ['B-52s', 'B fifty two S .'],
    ['f(x) = 2x, 2x faster', 'F of X equals two X , two times faster .'],
    ['5 ft 10 in, 3 in by 5 in', 'five feet ten inches , three inches by five inches .'],
  ],
  'a measure before a noun is in the singular': [
    ['a 5 km run with a 10 kg bag', 'a five kilometer run with a ten kilogram bag .'],
    ['a 5-km run and 5 km of road', 'a five kilometer run and five kilometers of road .'],
    ['a 12 V battery, a 250 W panel, a 3 in 1 device', 'a twelve volt battery , a two hundred fifty watt panel , a three in one device .'],
    ['a 6.7" OLED and a 54 y/o man', 'a six point seven inch oled and a fifty four year old man .'],
    ['It draws 2.5 A from the grid.', 'it draws two point five amps from the grid .'],
  ],
  'both ends of a range may have their unit': [
    ['3.5%-4%, 20°C-25°C', 'three point five to four percent , twenty to twenty five degrees celsius .'],
    ['5km–10km, 5-6k', 'five to ten kilometers , five to six thousand .'],
    ['$100-a-day', 'one hundred dollar a day .'],
    ['q4-6h, 8-5:30, 8-noon', 'Q four to six hours , eight to five thirty , eight to noon .'],
    ['vols. I–III, Ch. IX, Art. I, § 8', 'volumes one to three , chapter nine , article one , section eight .'],
    ['a ratio of 3:2:1 at 1:50,000', 'a ratio of three to two to one at one to fifty thousand .'],
  ],
  'units of surface, volume and rate': [
    ['4m x 5m, 5 sq. mi. of land', 'four meters by five meters , five square miles of land .'],
    ['10 µg/m3, kg/m³, $3/ft2', 'ten micrograms per cubic meter , kilograms per cubic meter , three dollars per square foot .'],
    ['120 mg/dl, 3x/day, 60¢/lb', 'one hundred twenty milligrams per deciliter , three times per day , sixty cents per pound .'],
    ['10 Gbit/s, 30 kts, 20 deg. C', 'ten gigabits per second , thirty knots , twenty degrees celsius .'],
    ['a 3/4" pipe, 1-1/2" nails', 'a three quarters inch pipe , one and a half inches nails .'],
    ['5%3=2', 'five percent three equals two .'],
    ['up +2.35% to 237 kJ/mol', 'up plus two point three five percent to two hundred thirty seven kilojoules per mole .'],
    ['Rates rose 25bps at 25 bps.', 'rates rose twenty five basis points at twenty five basis points .'],
    ['a modem of 300 bps', 'a modem of three hundred bits per second .'],
    ['1.2k rps, ETH/USD 3,102', 'one point two thousand R P S , E T H slash U S D three thousand one hundred two .'],
    ['5\'10½" tall', 'five feet ten and a half tall .'],
    ['R$50', 'fifty reais .'],
  ],
  'thousands may be apart by blanks and apostrophes': [
    ['1 000 000 m, 250 000 people', 'one million meters , two hundred fifty thousand people .'],
    ["24'000 francs, CHF 5'000", 'twenty four thousand francs , five thousand swiss francs .'],
    ['1\u202f234\u202f567 km', 'one million two hundred thirty four thousand five hundred sixty seven kilometers .'],
    ['In 1050 100 came.', 'in one thousand fifty one hundred came .'],
  ],
  'telephone numbers of other countries, and keys of a telephone': [
    ['07700 900123, 0800 123456', 'oh seven seven oh oh , nine oh oh one two three , oh eight oh oh , one two three four five six .'],
    ['(020) 7946 0958', 'oh two oh , seven nine four six , oh nine five eight .'],
    [
      '0049 30 123456 or 030/123456',
      'oh oh four nine , three oh , one two three four five six or oh three oh , one two three four five six .',
    ],
    ['Dial *86#, then press #.', 'dial star eighty six pound , then press pound .'],
    ['2*67 and 5 * 3', 'two times sixty seven and five times three .'],
    [
      'card ••••1234, meeting 812 3456 7890',
      'card ending in one two three four , meeting eight one two , three four five six , seven eight nine oh .',
    ],
    ['card ending in 4417, the war ending in 1945', 'card ending in four four one seven , the war ending in nineteen forty five .'],
    ['Ext 4512, HTTP 404, RFC 2616', 'extension four five one two , H T T P four oh four , R F C twenty six sixteen .'],
    ['#ff8800 and #facade', 'hash F F eight eight zero zero and hashtag facade .'],
  ],
  'a day and a time of day in other forms': [
    ['between 3-5 May, the 5th–7th June', 'between the third and the fifth of may , the fifth to the seventh of june .'],
    ['Fri 3/15, due 30/6', 'friday march fifteenth , due june thirtieth .'],
    ['25-Dec-2024, 4/20/69', 'the twenty fifth of december twenty twenty four , april twentieth nineteen sixty nine .'],
    ['at 0800 hours, 1h30, 2m30s', 'at oh eight hundred hours , one hour thirty minutes , two minutes thirty seconds .'],
    ['c. 1820, up 3% y/y', 'circa eighteen twenty , up three percent year over year .'],
    ['retry after 30s, in his 30s', 'retry after thirty seconds , in his thirties .'],
    ['a lap of 1:27.433, 3/4 (Mon)', 'a lap of one twenty seven point four three three , march fourth , monday .'],
    ['on Sat., Mar. 9 or Sun. & later', 'on saturday , march ninth or sunday and later .'],
    ['under-18s, 18-35 y/o', 'under eighteens , eighteen to thirty five years old .'],
  ],
  'a capital that is a word too is heard as what it is': [
    ['vitamin A, then plan A failed', 'vitamin A , then plan A failed .'],
    ['from A to B. I got an A. Fine.', 'from A to B . i got an A . fine .'],
    ['He said: A good idea. A Tale of Two Cities', 'he said : a good idea . a tale of two cities .'],
    ['if a < b then a+b = c', 'if A less than B then A plus B equals C .'],
    ['once a year, such a (small) thing', 'once a year , such a , small , thing .'],
    ['per WHO data, the WHO. You gave it to WHO?', 'per W H O data , the W H O . you gave it to who ?'],
    ['I AM NOT SURE.', 'i am not sure .'],
    ['V8 engine, V2.1', 'V eight engine , version two point one .'],
  ],
  'formulas of chemistry and mathematics': [
    ['NaCl, HCl, CaCO3, CaCO₃', 'N A C L , H C L , C A C O three , C A C O three .'],
    ['Ca(OH)2, LiFePO4, C8H10N4O2', 'C A O H two , L I F E P O four , C eight H ten N four O two .'],
    ['Salt (NaCl) is (NH4)2SO4.', 'salt , N A C L , is N H four two S O four .'],
    ['NaN, FBI, UNIFI6, TiVo, OpenAI', 'nan , F B I , unifi six , ti vo , open A I .'],
    ['sin(30°), ln(x), g(t)', 'sine of thirty degrees , natural log of X , G of T .'],
    ['2x-3y=0, 3d-2d', 'two X minus three Y equals zero , three D two D .'],
    ['α, β and Ελλάδα', 'alpha , beta and ellada .'],
  ],
  'addresses in capitals, signs between words and shortenings': [
    ['INFO@EXAMPLE.COM', 'info at example dot com .'],
    ['Meet me @ 5pm.', 'meet me at five P M .'],
    ["near St. John's St.", "near saint john's street ."],
    ['n/a, b/c of it, CI/CD', 'not applicable , because of it , C I C D .'],
    ['0.4 pct, Ctrl+C', 'zero point four percent , control plus C .'],
    ['as shown.[2,3] Then [1, 2].', 'as shown . then , one , two .'],
    ['8/10 people', 'eight out of ten people .'],
    ['dep. 07:15, incl. tax, appt. w/ 2 kids', 'departs seven fifteen , including tax , appointment with two kids .'],
    ['pls see T&Cs, thx', 'please see terms and conditions , thanks .'],
  ],
  'acronyms are spelled in a list of them, but not in a text that is all in capitals': [
    ['FBI, CIA, NSA', 'F B I , C I A , N S A .'],
    ['IBM AMD AWS', 'I B M A M D A W S .'],
    ['PLEASE READ THE NEW RULES', 'please read the new rules .'],
  ],
  'an abbreviation does not end the sentence': [
    ['Roe v. Wade and U.S. v. Nixon', 'roe versus wade and U S versus nixon .'],
    ['Hwy. 61, Rte. 66, eq. (4)', 'highway sixty one , route sixty six , equation , four .'],
    ['Art. 5, Para. 4, Pt. 2, Rm. 101, p. ix', 'article five , paragraph four , part two , room one hundred one , page nine .'],
    ['It was made.They sell beverages.3199 Elm Street.', 'it was made . they sell beverages . thirty one ninety nine elm street .'],
    ['TL;DR: short', 'T L D R : short .'],
    ['He has a B.Sc. in physics.', 'he has a B S C in physics .'],
  ],
};

for (const [behaviour, readings] of Object.entries(KINDS)) {
  describe(behaviour, () => {
    for (const [written, said] of readings) it(written, () => assert.equal(spoken(written), said));
  });
}

describe('a word that is a noun and a verb', () => {
  const readings: readonly (readonly [text: string, word: string, said: string])[] = [
    ['Record the song.', 'record', 'R IH0 K AO1 R D'],
    ['First, project the image.', 'project', 'P R AH0 JH EH1 K T'],
    ['Separate the eggs.', 'separate', 'S EH1 P ER0 EY2 T'],
    ['Please separate them.', 'separate', 'S EH1 P ER0 EY2 T'],
    ['Two separate rooms.', 'separate', 'S EH1 P ER0 AH0 T'],
    ['They graduate in May.', 'graduate', 'G R AE1 JH UW0 EY2 T'],
    ['A graduate student.', 'graduate', 'G R AE1 JH UW0 AH0 T'],
    ['Prices increase.', 'increase', 'IH2 N K R IY1 S'],
    ['A sales increase.', 'increase', 'IH1 N K R IY2 S'],
    ['His increase of pay.', 'increase', 'IH1 N K R IY2 S'],
    ['Cameras record the scene.', 'record', 'R IH0 K AO1 R D'],
    ['The sports record.', 'record', 'R EH1 K ER0 D'],
    ['He wound the clock.', 'wound', 'W AW1 N D'],
    ['The wound the soldier had.', 'wound', 'W UW1 N D'],
    ['The farm produces produce.', 'produce', 'P R OW1 D UW0 S'],
    ['Farms that produce wheat.', 'produce', 'P R AH0 D UW1 S'],
    ['I content myself with it.', 'content', 'K AH0 N T EH1 N T'],
    ['The content is good.', 'content', 'K AA1 N T EH0 N T'],
    ['Polish sausage in a shop.', 'poelish', 'P OW1 L IH0 SH'],
    ['I speak Polish.', 'poelish', 'P OW1 L IH0 SH'],
    ['A new record.', 'record', 'R EH1 K ER0 D'],
    ['Record sales rose.', 'record', 'R EH1 K ER0 D'],
  ];
  for (const [text, word, said] of readings) {
    it(`is heard as what it is in «${text}»`, () => {
      const tokens = Array.from(toSpokenSentences(text)).flatMap((sentence) => sentence.tokens);
      assert.equal(
        tokens.find((token) => token.kind === 'word' && token.text === word && token.pronunciation === said) !== undefined,
        true,
      );
    });
  }
});
