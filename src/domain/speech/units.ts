import { cardinalWords, fractionWords, numberWords, yearWords } from './number-words.ts';
import { closing, type ReadingRule } from './reading-rule.ts';

/** Units by symbol: singular, and any plural not formed with an s. */
const NAMES =
  'km kilometer|m meter|cm centimeter|mm millimeter|nm nanometer|µm micrometer|μm micrometer|mi mile|ft foot feet|yd yard|yds yard|lb pound|lbs pound|oz ounce|kg kilogram|g gram|mg milligram|mcg microgram|µg microgram|t ton|l liter|L liter|ml milliliter|mL milliliter|cl centiliter|cL centiliter|dl deciliter|dL deciliter|gal gallon|tsp teaspoon|tbsp tablespoon|h hour|hr hour|hrs hour|min minute|mins minute|s second|sec second|secs second|ms millisecond|µs microsecond|ns nanosecond|wk week|wks week|yr year|yrs year|Hz hertz hertz|kHz kilohertz kilohertz|MHz megahertz megahertz|GHz gigahertz gigahertz|KB kilobyte|kB kilobyte|MB megabyte|GB gigabyte|TB terabyte|PB petabyte|KiB kibibyte|MiB mebibyte|GiB gibibyte|TiB tebibyte|Kb kilobit|Mb megabit|Gb gigabit|bps bit_per_second bits_per_second|kbps kilobit_per_second kilobits_per_second|Kbps kilobit_per_second kilobits_per_second|Mbps megabit_per_second megabits_per_second|Gbps gigabit_per_second gigabits_per_second|kbit/s kilobit_per_second kilobits_per_second|Mbit/s megabit_per_second megabits_per_second|Gbit/s gigabit_per_second gigabits_per_second|mph mile_per_hour miles_per_hour|kts knot|kn knot|qt quart|kph kilometer_per_hour kilometers_per_hour|fps frame_per_second frames_per_second|rpm R_P_M R_P_M|W watt|kW kilowatt|MW megawatt|GW gigawatt|Wh watt_hour|kWh kilowatt_hour|MWh megawatt_hour|mAh milliamp_hour|V volt|kV kilovolt|mV millivolt|A amp|mA milliamp|Ω ohm|kΩ kilohm|J joule|kJ kilojoule|cal calorie|kcal kilocalorie|N newton|Pa pascal|kPa kilopascal|hPa hectopascal|psi P_S_I P_S_I|dB decibel|px pixel|ha hectare|acre acre|ppm part_per_million parts_per_million|°C degree_celsius degrees_celsius|°F degree_fahrenheit degrees_fahrenheit|℃ degree_celsius degrees_celsius|℉ degree_fahrenheit degrees_fahrenheit|° degree|MP megapixel|hp horsepower horsepower|sq.ft square_foot square_feet|sq_ft square_foot square_feet|sq._ft square_foot square_feet|sq._mi square_mile|sq._km square_kilometer|sq._m square_meter|sq._in square_inch square_inches|deg._C degree_celsius degrees_celsius|deg_C degree_celsius degrees_celsius|deg._F degree_fahrenheit degrees_fahrenheit|deg_F degree_fahrenheit degrees_fahrenheit|sq_in square_inch square_inches|sq_m square_meter|sq_km square_kilometer|sq_mi square_mile|sq_yd square_yard|cu_ft cubic_foot cubic_feet|cu._ft cubic_foot cubic_feet|cu_in cubic_inch cubic_inches|cu_m cubic_meter|cu_yd cubic_yard|mol mole|mmol millimole|mmHg millimeter_of_mercury millimeters_of_mercury|IU international_unit|ppb part_per_billion parts_per_billion|pF picofarad|nF nanofarad|µF microfarad|μF microfarad|mEq milliequivalent|ºC degree_celsius degrees_celsius|ºF degree_fahrenheit degrees_fahrenheit|in. inch inches|in inch inches|% percent percent|‰ per_mille per_mille';
const UNITS: ReadonlyMap<string, readonly [string, string]> = new Map(
  NAMES.split('|').map((entry) => {
    const [sign = '', one = '', many] = entry.split(' ').map((part) => part.replace(/_/g, ' '));
    return [sign, [one, many ?? `${one}s`]];
  }),
);
const SIGNS = [...UNITS.keys()]
  .toSorted((left, right) => right.length - left.length)
  .map((sign) => sign.replace(/\./g, '\\.'))
  .join('|');
const NUMBER = '([-−–+±~≈]?)(\\d{1,3}(?:,\\d{3}){1,6}(?:\\.\\d{1,12})?|\\d{1,18}(?:\\.\\d{1,12})?|\\.\\d{1,12})';
const SIGN_WORDS: Readonly<Record<string, string>> = {
  '-': 'minus ',
  '−': 'minus ',
  '–': 'minus ',
  '+': 'plus ',
  '±': 'plus or minus ',
  '~': 'about ',
  '≈': 'about ',
};
const POWERS: Readonly<Record<string, string>> = { '²': 'square ', '2': 'square ', '³': 'cubic ', '3': 'cubic ' };
const VULGAR = '½¼¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞';
/** A time, or a measure that amounts are given by: the second part of a rate. */
const PER =
  's|h|hr|hrs|min|sec|day|wk|week|mo|month|yr|year|km|m|cm|mi|ft|kg|g|mol|lb|oz|l|L|mL|ml|dL|dl|gal|unit|person|user|head|night|hour|minute|second';
const SHORT_PER: Readonly<Record<string, string>> = { mo: 'month' };
/** Nouns whose number may have a letter that is no unit: «seat 12A». */
const LETTERED =
  /\b(?:seat|row|room|gate|flat|apartment|apt\.?|unit|bus|section|exhibit|platform|door|bay|block|building|suite|table|figure|fig\.|appendix|item|form|schedule|grade|route|line|house|number|no\.|stand|stall|pier|hall|box|lot|plot) $/i;
/** Around «in», these say that it is the inch. */
const BESIDE_INCH = /^ (?:by|x|×|wide|long|tall|high|deep|thick|across|in diameter)\b/;
const SIDES: Readonly<Record<string, string>> = { N: 'north', S: 'south', E: 'east', W: 'west' };
/** Symbols that are also ordinary words or letters, and count as units only next to the number. */
const CLOSE_ONLY = new Set(['in', 'A', 'V', 'K', 'B', 's', 't', 'N', 'J', 'h', 'W', 'cal']);

/** Before a measure that says what something is like: «the 3kg box», «two 5lb bags». */
const BEFORE_DESCRIPTION =
  /\b(?:the|this|that|my|your|his|her|its|our|their|another|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2} ?[x×]) $/i;
/** Words behind a measure that are not what it describes. */
const UNDESCRIBED =
  /^ (?:of|and|or|but|nor|if|than|as|so|then|because|is|are|was|were|be|been|has|have|had|will|would|can|could|may|might|must|should|do|does|did|in|on|at|to|from|by|for|with|without|per|that|which|who|when|where|while|under|over|above|below|behind|ahead|away|off|out|up|down|into|through|across|along|around|about|between|within|before|after|since|until|during|ago|apart|each|every|all|more|less|we|you|they|he|she|it|i|[a-z]{1,20}(?:ly|ed)|just|not|too|also|now|here|there|today|yesterday|long|wide|tall|high|deep|thick|x)\b/;

function precedesNoun(after: string): boolean {
  return /^ [a-z]/.test(after) && !UNDESCRIBED.test(after);
}

/** Whether a measure is said in the singular before what it describes: «a 5 km run», «the 8' ceiling». */
function describing(before: string, after: string): boolean {
  return (/\ban? $/i.test(before) && /^ [a-z]/.test(after)) || (BEFORE_DESCRIPTION.test(before) && precedesNoun(after));
}

/** An open quotation in single marks, which a mark behind a number ends. */
const QUOTED = /(?:^|[^\w'’])['‘](?!\d\ds?\s)(?:[^'’]|['’](?=[A-Za-z]))*$/;

const SIDE = '(\\d{1,4}(?:\\.\\d{1,3})?)';
/** Between lengths an x says «by»; between other amounts «times». */
const LENGTHS = new Set(['in', 'in.', 'ft', 'yd', 'mm', 'cm', 'm', 'km', 'mi', 'px', 'µm', 'μm', 'nm']);

function unitName(sign: string, power: string | undefined, single: boolean): string {
  const [one, many] = UNITS.get(sign) ?? ['', ''];
  return (power === undefined ? '' : (POWERS[power] ?? '')) + (single ? one : many);
}

function perName(unit: string): string {
  return SHORT_PER[unit] ?? (unitName(unit, undefined, true) || unit);
}

/** The unit below a rate: of lengths a square or cubic one, of others one that is squared or cubed («per second squared»). */
function raised(unit: string, power: string | undefined, isLength: boolean): string {
  if (power === undefined) return unit;
  if (isLength) return `${POWERS[power] ?? ''}${unit}`;
  return `${unit} ${/[²2]/.test(power) ? 'squared' : 'cubed'}`;
}

function counted(amount: string | undefined, unit: string): string {
  return amount === undefined ? '' : `${cardinalWords(String(Number(amount)))} ${unit}${Number(amount) === 1 ? '' : 's'}`;
}

/** Numerator and denominator of a fraction character: 1 and 2 for ½. */
export function vulgarFraction(sign: string): string {
  const [numerator = '', denominator = ''] = sign.normalize('NFKD').split('\u2044');
  return fractionWords(numerator, denominator).replace(/^one half$/, 'a half');
}

/** Quantities with a unit, percentages, temperatures, durations, feet and inches. */
export const UNIT_RULES: readonly ReadingRule[] = [
  {
    pattern: /(?:(\d{1,4})\s?d\s?)?(\d{1,4})\s?h(?:rs?)?\s?(\d{1,2})\s?m(?:in(?:s|utes)?)?(?:\s?(\d{1,2})\s?s(?:ec)?)?(?![A-Za-z0-9])/y,
    say: ([, days, hours, minutes, seconds]) =>
      [counted(days, 'day'), counted(hours, 'hour'), counted(minutes, 'minute'), counted(seconds, 'second')]
        .filter((part) => part !== '')
        .join(' '),
  },
  {
    pattern: /(\d{1,2})h([0-5]\d)(?![\w])/y,
    say: ([, hours, minutes]) => `${counted(hours, 'hour')} ${counted(minutes, 'minute')}`,
  },
  {
    pattern: /(\d{1,3})m ?(\d{1,2})s(?!\w)/y,
    say: ([, minutes, seconds]) => `${counted(minutes, 'minute')} ${counted(seconds, 'second')}`,
  },
  {
    pattern: /(\d{1,2})['’′]\s?(\d{1,2})([½¼¾])?(?:["”″]|''|(?![\d'’A-Za-z½¼¾]))/y,
    say: ([, feet = '', inches = '', vulgar]) =>
      `${cardinalWords(feet)} ${Number(feet) === 1 ? 'foot' : 'feet'} ${cardinalWords(inches)}${vulgar === undefined ? '' : ` and ${vulgarFraction(vulgar)}`}`,
  },
  {
    pattern:
      /(\d{1,2})[ -]?(?:ft|foot|feet)\.?,? (\d{1,2}) ?(?:inches|inch|ins?)(?! (?:the|a|an|this|that|my|our|your|his|her|its|their|[A-Z\d])\b)(?:\.(?!\s*(?:[A-Z]|$)))?(?![A-Za-z])/y,
    say: ([, feet = '', inches = '']) =>
      `${cardinalWords(feet)} ${Number(feet) === 1 ? 'foot' : 'feet'} ${cardinalWords(inches)} ${Number(inches) === 1 ? 'inch' : 'inches'}`,
  },
  {
    pattern: new RegExp(`/\\s?(${PER})(\\^?[²³23])?(?![A-Za-z0-9/])`, 'y'),
    say: ([, per = '', power], { before }) =>
      /(?:\d[kKmMBx×]?|[%$€£¥¢]) ?$/.test(before) ? `per ${raised(perName(per), power?.replace('^', ''), LENGTHS.has(per))}` : undefined,
  },
  {
    pattern: new RegExp(
      `(km|m|mi|cm|mm|kg|g|mg|µg|μg|mL|ml|L|MB|GB|kB|KB|Mb|Gb)/(s|h|hr|min|kg|L|mL|ml|dL|m|day)([²³23])?(?![A-Za-z0-9/])`,
      'y',
    ),
    say: ([, unit = '', per = '', power]) => `${unitName(unit, undefined, false)} per ${raised(perName(per), power, LENGTHS.has(per))}`,
  },
  {
    pattern: /(\d{1,3})°\s?(\d{1,2})['′’](?:\s?(\d{1,2})["″”])?\s?([NSEW])?(?![A-Za-z])/y,
    say: ([, degrees = '', minutes = '', seconds, side]) =>
      `${cardinalWords(degrees)} degrees ${cardinalWords(minutes)} minutes${seconds === undefined ? '' : ` ${cardinalWords(seconds)} seconds`}${side === undefined ? '' : ` ${SIDES[side] ?? ''}`}`,
  },
  {
    pattern: /(\d{1,3}(?:\.\d{1,8})?)°\s?([NSEW])(?![A-Za-z])/y,
    say: ([, degrees = '', side = '']) => `${numberWords(degrees)} degrees ${SIDES[side] ?? ''}`,
  },
  {
    pattern: /(\d{1,4}(?:\.\d)?)(['’′"”″]) ?[x×] ?(\d{1,4}(?:\.\d)?)\2(?![\w'’])/y,
    say: ([, width = '', mark = '', height = ''], { after }) => {
      const [one, many] = /['’′]/.test(mark) ? ['foot', 'feet'] : ['inch', 'inches'];
      return `${numberWords(width)} by ${numberWords(height)} ${precedesNoun(after) ? one : many}`;
    },
  },
  {
    pattern: /(?:(\d{1,3})['’′]?\s?[-–]\s?)?(\d{1,3}(?:\.\d)?)['’′](?![\w'’"”″])/y,
    say: ([, from, feet = ''], { before, after }) => {
      if (QUOTED.test(before)) return undefined;
      return `${from === undefined ? '' : `${cardinalWords(from)} to `}${numberWords(feet)} ${feet === '1' || describing(before, after) ? 'foot' : 'feet'}`;
    },
  },
  {
    pattern: /[x×](?=\s?\d)/y,
    say: (_, { before }) => (/\d(?:\s?(?:mm|cm|m|km|ft|in|yd)\.?|['’′"”″])\s?$/.test(before) ? 'by' : undefined),
  },
  {
    pattern: /["″”](?![A-Za-z0-9])/y,
    say: (_, { before }) =>
      /\d[/⁄]\d{1,3}$/.test(before) && !/(?<!\d)["“]/.test(before)
        ? /\d[ -]\d{1,2}[/⁄]\d{1,3}$/.test(before)
          ? 'inches'
          : 'inch'
        : undefined,
  },
  {
    pattern: /(km|m|cm|mm|ft|in|mi)([²³])(?![A-Za-z0-9²³])/y,
    say: ([, unit = '', power], { before }) => (/\d ?$/.test(before) ? undefined : unitName(unit, power, /\bper $/.test(before))),
  },
  {
    pattern: /(\d{1,4}(?:\.\d{1,2})?)(["″])(?![A-Za-z0-9])/y,
    say: ([, inches = '', mark], { before, after }) =>
      mark === '"' && /["“]/.test(before)
        ? undefined
        : `${numberWords(inches)} ${Number(inches) === 1 || (/\ban? $/i.test(before) && /^ \w/.test(after)) ? 'inch' : 'inches'}`,
  },
  {
    pattern: new RegExp(`${NUMBER}\\s?(${SIGNS})\\s?[-–]\\s?(\\d{1,12}(?:\\.\\d{1,12})?)\\s?\\3(?![A-Za-z0-9²³])`, 'y'),
    say: ([, sign = '', from = '', unit = '', to = '']) =>
      `${SIGN_WORDS[sign] ?? ''}${numberWords(from)} to ${numberWords(to)} ${unitName(unit, undefined, false)}`,
  },
  {
    pattern: new RegExp(`${NUMBER}\\s?(?:[-–]|to)\\s?(\\d{1,12}(?:\\.\\d{1,12})?)(\\s?)(${SIGNS})([²³])?(?![A-Za-z0-9²³])`, 'y'),
    say: ([, sign = '', from = '', to = '', gap = '', unit = '', power]) =>
      gap !== '' && CLOSE_ONLY.has(unit)
        ? undefined
        : `${SIGN_WORDS[sign] ?? ''}${numberWords(from)} to ${numberWords(to)} ${unitName(unit, power, false)}`,
  },
  {
    pattern: new RegExp(
      `${NUMBER}([${VULGAR}])?([\\s-]?)(${SIGNS})([²³]|\\^?[23](?![\\d.]))?(?:\\s?/\\s?(${PER})(?:\\^?([²³23]))?)?(?![A-Za-z0-9²³])(\\.(?!\\d))?`,
      'y',
    ),
    say: ([, sign = '', amount = '', vulgar, gap = '', unit = '', power, per, perPower, stop = ''], { before, after }) => {
      if ((/^[A-Z]$/.test(unit) && gap === '' && LETTERED.test(before)) || /[A-Za-z]-?$/.test(before)) return undefined;
      const inches = unit === 'in' && (BESIDE_INCH.test(after) || /\b(?:by|x|×) $/.test(before));
      // «a 12 V battery»: the measure can be nothing else.
      const describes = gap === '-' || (stop === '' && describing(before, after));
      const sure = inches || (unit !== 'in' && describes) || (unit === 'A' && amount.includes('.'));
      if (gap !== '' && CLOSE_ONLY.has(unit) && !sure && (unit === 'in' || unit === 'A' || !/^\s?[.,;)]|^$/.test(stop + after)))
        return undefined;
      if (gap === '-' && !/^[\s,.;]/.test(`${stop}${after} `)) return undefined;
      // Only lengths have a square and a cube: «5%3».
      if (power !== undefined && !LENGTHS.has(unit)) return undefined;
      const number = `${numberWords(amount)}${vulgar === undefined ? '' : ` and ${vulgarFraction(vulgar)}`}`;
      const single = (amount === '1' && vulgar === undefined) || (describes && !/^ ?per\b/.test(after) && per === undefined);
      const rate = per === undefined ? '' : ` per ${raised(perName(per), perPower, LENGTHS.has(per))}`;
      return `${/\d$/.test(before) && /[-–]/.test(sign) ? 'to ' : (SIGN_WORDS[sign] ?? '')}${number} ${unitName(unit, power?.replace('^', ''), single)}${rate}${stop !== '' && /^["'”’)\]]{0,3}(?:\s+["“‘(]?[A-Z\d]|\s*$)/.test(after) ? ' .' : ''}`;
    },
  },
  {
    pattern: new RegExp(`${SIDE}(?:x|×| x )${SIDE}(?:(?:x|×| x )${SIDE})?(?:(\\s?)(${SIGNS}))?(?![A-Za-z0-9^⁻⁰¹²³⁴-⁹])`, 'y'),
    say: ([, first, second, third, gap, unit], { after }) => {
      const sides = [first, second, third].filter((side) => side !== undefined);
      const words = sides.map((side) => (/^\d{4}$/.test(side) ? yearWords(side) : numberWords(side)));
      const product = /^\s?=/.test(after) || (unit !== undefined && !LENGTHS.has(unit));
      const measure =
        unit === undefined
          ? ''
          : gap !== '' && CLOSE_ONLY.has(unit) && unit !== 'in'
            ? undefined
            : ` ${unitName(unit, undefined, precedesNoun(after))}`;
      return measure === undefined ? undefined : words.join(product ? ' times ' : ' by ') + measure;
    },
  },
  {
    pattern: new RegExp(`(${SIGNS})(?![A-Za-z0-9²³])(\\.)?`, 'y'),
    say: ([, unit = '', stop = ''], { before, after }) => {
      const [, over, under] = /(\d{1,4})[/⁄](\d{1,3}) ?$/.exec(before) ?? [];
      if (over === undefined || (CLOSE_ONLY.has(unit) && !(unit === 'in' && stop !== ''))) return undefined;
      return unitName(unit, undefined, Number(over) <= Number(under)) + closing(stop, after);
    },
  },
  {
    pattern: /(\d{1,6}(?:\.\d{1,3})?)[x×](?![A-Za-z0-9]|\s?[-+=^*<>≤≥≠≈])/y,
    say: ([, times = ''], { before }) =>
      /(?:[=+(]\s?|(?:^|[\s=+(])[-−])$/.test(before) ? `${numberWords(times)} X` : `${numberWords(times)} times`,
  },
];
