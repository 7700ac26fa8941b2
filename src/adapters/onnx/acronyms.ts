import type { TranscriptWord } from '../../ports/speech.ts';

/**
 * Terms and names that are nearly always in capitals: most of them are read letter by letter, by the CMU Pronouncing Dictionary (BSD-like,
 * Carnegie Mellon University). None is an ordinary word too, such as us, it, who and aids.
 */
const ACRONYMS: ReadonlySet<string> = new Set(
  (
    'abc adhd adsl ai amc amd aol api atm atv aws bbc bbq bc bmw bpd bsd cbc cbs cc cctv cd cdc ceo cfo cgi cia cio cnn cpr cpu ' +
    'crm csi css csv cto cv dc ddt dea dj dmv dmz dna dns dui dvd ecg ect eeg ekg epa esl espn eu faq fbi fcc fda fm ftp fyi gdp ' +
    'gdpr gif gm gmo gnp gop gps gpt gpu hbo hdmi hgh hiv hp hr hsbc html http https hvac iaea ibm id ieee ioc iot ip ipo iq irs ' +
    'isbn iso isp iud ivf jpg kfc kgb kkk kpi kpmg lapd lcd lgbt lgbtq llc llm lsd mba mcp mgm mit mlb mls mri mtv naacp nasa nato ' +
    'nba nbc nda nfc nfl ngo nhl nhs npr nra nsa nyc nypd nyse nyu oecd opec otc pbs pc pcr pdf pga php pov ppm ptsd pvc qa qr ' +
    'rca rfid rgb rna roi rpg rpm rsvp rv sdk seo sms sos sql ssd ssh ssn std suv tbd tcp tlc tnt tsa tv uae ubs ucla ufc ufo ui ' +
    'uk unesco unicef url usa usaf usb usd usda usmc usps uss ussr uv ux vhs vip vp vpn vr wto wwe wwf www xml yaml ymca'
  ).split(' '),
);
/** Words without a vowel that are not all capitals: what people utter, abbreviations, units and a name. */
const NOT_SPELLED =
  /^(?:[hm]+|sh+|p+s+t+|p+f+t*|b*r+|g+r+|z+|tsk|tch|hmph|nth|mrs?|ms|dr|st|jr|sr|mt|vs|etc|ft|lbs?|cm|mm|km|kg|mg|ml|hz|khz|mhz|ghz|hrs?|yrs?|mph|kph|kwh?|db|ph|phd|ltd|sgt|lt|blvd|bldg|ng|pm|pp|th|nd|rd)$/;
/** Hardly a word of English is so short and without a vowel. */
const NO_VOWEL = /^[bcdfghjklmnpqrstvwxz]{2,5}$/;
/** A word with a capital at most at its beginning, its plural or possessive ending, and the signs around both. */
const WORD = /^(\P{L}*)([A-Za-z][a-z]+?)((?:['’]?s)?)(\P{L}*)$/u;

/** Acronyms in capitals, however the recogniser wrote them: «The CEO of IBM», «two PDFs». */
export function withAcronyms(words: readonly TranscriptWord[]): TranscriptWord[] {
  return words.map((word) => ({ ...word, text: inCapitals(word.text) }));
}

function inCapitals(text: string): string {
  const [, before = '', stem = '', ending = '', behind = ''] = WORD.exec(text) ?? [];
  const [small, whole] = [stem.toLowerCase(), (stem + ending).toLowerCase()];
  if (ACRONYMS.has(whole)) return before + whole.toUpperCase() + behind;
  if (ending !== '' && ACRONYMS.has(small) && !NOT_SPELLED.test(whole)) return before + stem.toUpperCase() + ending + behind;
  return isSpelled(whole) ? before + whole.toUpperCase() + behind : text;
}

/** Whether nobody could say a word in small letters but letter by letter. */
function isSpelled(word: string): boolean {
  return NO_VOWEL.test(word) && !NOT_SPELLED.test(word);
}
