/** How likely each character is in texts of a language, as natural logarithms. */
export type Letters = ReadonlyMap<string, number>;

/** A charset and the languages whose texts are written in it. */
export interface CharsetModel {
  /** Its name in the Encoding standard. */
  readonly charset: string;
  /** How much rarer it is than others, as a logarithm. */
  readonly prior: number;
  readonly languages: readonly Letters[];
}

/** Letters in the order of their frequency, each rarer than the one before by the same ratio. */
function ranked(letters: string, first: number, ratio: number): Letters {
  return new Map(Array.from(letters, (letter, rank) => [letter, Math.log(first) + rank * Math.log(ratio)]));
}

/** A language with an alphabet of its own: most of its characters are not ASCII. */
const alphabet = (letters: string): Letters => ranked(letters, 0.1, 0.91);
/** A Latin language: most of its letters are ASCII. */
const accented = (letters: string): Letters => ranked(letters, 0.02, 0.85);
/** The same of a language that is written less. */
const rare = (letters: string): Letters => ranked(letters, 0.008, 0.85);

/** Characters that are equally likely, with a share of the text. */
const even = (letters: Iterable<string>, share: number): [string, number][] => {
  const all = [...new Set(letters)];
  return all.map((letter) => [letter, Math.log(share / all.length)]);
};

/** The more specific come later. */
const merged = (...parts: readonly Iterable<readonly [string, number]>[]): Letters => new Map(parts.flatMap((part) => [...part]));

/** All characters whose two bytes in a charset are in these ranges. */
function charactersOf(
  charset: string,
  [firstLead, lastLead]: readonly [number, number],
  trails: readonly (readonly [number, number])[],
): string {
  const decoder = new TextDecoder(charset);
  const bytes: number[] = [];
  for (let lead = firstLead; lead <= lastLead; lead += 1)
    for (const [from, to] of trails) for (let trail = from; trail <= to; trail += 1) bytes.push(lead, trail);
  return decoder.decode(Uint8Array.from(bytes)).replaceAll('\uFFFD', '');
}

const RUSSIAN = alphabet('оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё');
const CYRILLIC = [
  RUSSIAN,
  alphabet('оаинвіртеслкудмпзяьгбчхйжїцюєшщфґ'),
  alphabet('аоиетнрсвлкдпмзугябъчйжцщхшюфь'),
  alphabet('аоиенрсјтувдкмплзгбчцшњжћљхђфџѓќѕ'),
  alphabet('аеоніялкрстыдумвцпзьйўгшжчбхюэёф'),
];
const GREEK = [alphabet('αοιτεςνσυρπκληωμγδχθάόίέήφύώβζξψϊϋΐΰ')];
const HEBREW = [alphabet('יוהלאתרשבמנםדכקחעפטגזסצןץךףכ')];
const ARABIC = [alphabet('اليمونرتبةعدسفهكقحجشطصخإأذضظغءآئىؤ'), alphabet('ایرندهمتوبسشزکگخفپقآعطجچحصلغضژذثظ')];
const THAI = [alphabet('าน่รอก้เงมยลิวัดทสตีะปบคหไจพแชุขูืใ็ผโศภถธณฐซญฉฎฏฟฝ์๊๋ำ')];
/** What texts of several languages of a charset are written in. */
const mixed = (languages: readonly Letters[]): Letters[] => [
  ...languages,
  new Map(
    even(
      languages.flatMap((one) => [...one.keys()]),
      0.06,
    ),
  ),
];
const WESTERN = mixed([
  accented('éèàêçôîûùâëïœüÿæ'),
  accented('üäößé'),
  accented('óíáéñúüª'),
  accented('ãçáéíóêõàúâôü'),
  accented('àèòùéìîó'),
  accented('øåæéöäü'),
  accented('äåöé'),
  rare('áðéíúóöþýæ'),
  rare('àèéíòóúçïü'),
]);
const CENTRAL = mixed([
  accented('łóąężśćńź'),
  accented('áíéěřčšžůýúňťďó'),
  accented('áíéýčžšúľťôňóďäĺŕ'),
  accented('áéöóüőíúű'),
  accented('ăîţâş'),
  accented('čšžćđ'),
  accented('üäößé'),
]);
const TURKISH = [ranked('ıüşöçğâî', 0.03, 0.85)];
const BALTIC = [accented('ėąšųįžūčę'), accented('āīšēņūļžķģčŗ'), accented('äõüöšž')];

/** Characters of Chinese, Japanese and Korean texts that are frequent in news, names and tables. */
const SIMPLIFIED_WORDS =
  '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运京州省县村镇街号姓李陈刘杨赵黄周吴徐孙胡朱林郭罗价店货订单客户址邮箱伟芳娜敏静丽备注津重庆广深圳珠海佛莞杭宁波温苏无锡武汉沙成都安沈阳连哈尔滨济青岛烟郑福厦昆贵石庄太原合肥昌兰州乌鲁木齐香港澳梁宋谢韩唐冯于董萧曹袁邓傅曾彭吕卢蒋蔡贾丁魏薛叶余潘杜戴夏钟汪姜范姚谭廖邹熊陆郝孔崔康毛邱秦史顾侯邵孟龙段雷钱汤尹黎易乔贺赖龚苹果牛奶米面包肉鱼鸡蛋茶酒糖水电脑机手费税额总量型号类别状态编';
const TRADITIONAL_WORDS =
  '的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應向頭文體政美相見被利什二等產或新己制身果加西月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取望覺術領共確傳師觀清今切院讓識候帶導爭運京州省縣村鎮街號姓李陳劉楊趙黃周吳徐孫胡朱林郭羅價店貨訂單客戶址郵箱偉芳敏靜麗備註台灣北高雄桃園新竹彰嘉義屏宜花蓮港澳蘋果牛奶米麵包肉魚雞蛋茶酒糖水電腦費稅額型號類別狀態編梁宋謝韓唐馮董曹鄧蔡葉余潘鍾姜譚廖鄒熊陸孔康';
const JAPANESE_WORDS =
  '日一国会人年大十二本中長出三同時政事自行社見月分議後前民生連五発間対上部東者党地合市業内相方四定今回新場金員九入選立開手米力学問高代明実円関決子動京全目表戦経通外最言氏現理調体化田当八六約主題下首意法不来作性的要用制治度務強気小七成期公野協取都和統以機平総加山思家話世受区県続進正安設保改数記院女初北午指権心界支第産結百点教報済書府活原先共得解名交資予川向際面告文反元重近千考画海売利組知道信集在件別物所次水品論計特情投変打男基私各始島直朝価式確村提運果西台広容応電住能無再位置真流格有口過少放検藤町常校料状工建語球営空職証土急止送供可役構木費付切由説転食比難防補車優夫収石足南神番規術導備店商庫注送備考氏佐鈴伊渡渕斎阪奈横浜神戸札幌福岡名古屋京都花美愛太郎';
const KOREAN_WORDS =
  '이다는에의가을고로하한지은기사도리자인서대나시아어그해일전정수부장상들과보있라스제조면여주공동구성원오소만적세연국우안미관것비신모생명학선화경중개유실위계무분통까요거니문게할터양당회바물후된등내말업역간발방출강민으김박최윤임권황송홍울산천광녕십름금현품격번호객';

const KANA = Array.from({ length: 0x5a }, (_, index) => String.fromCharCode(0x3041 + index));
const LETTERED_KANA = Array.from({ length: 0x5c }, (_, index) => String.fromCharCode(0x30a1 + index));
const TRAIL = [[0xa1, 0xfe]] as const;
const BIG5_TRAIL = [[0x40, 0x7e], ...TRAIL] as const;

/** The models of charsets in which bytes may be a text. */
export interface CharsetModels {
  /** Those that are no UTF-8 and no UTF-16; of two with the same plausibility the first is taken. */
  readonly narrow: readonly CharsetModel[];
  /** Those of UTF-16, which may be in any language. */
  readonly wide: readonly CharsetModel[];
}

let made: CharsetModels | undefined;

/** The models, made when they are first needed, which takes some tens of milliseconds: most texts need none. */
export function charsetModels(): CharsetModels {
  return (made ??= makeModels());
}

function makeModels(): CharsetModels {
  // In the charsets of East Asia the frequent characters come first. Each of them is as unlikely as two letters.
  const chinese = merged(
    even(charactersOf('gb18030', [0xd8, 0xf7], TRAIL), 0.02),
    even(charactersOf('gb18030', [0xb0, 0xd7], TRAIL), 0.3),
    even(SIMPLIFIED_WORDS, 0.6),
  );
  const taiwanese = merged(
    even(charactersOf('big5', [0xc9, 0xf9], BIG5_TRAIL), 0.02),
    even(charactersOf('big5', [0xa4, 0xc6], BIG5_TRAIL), 0.3),
    even(TRADITIONAL_WORDS, 0.6),
  );
  const japanese = merged(
    even(charactersOf('euc-jp', [0xd0, 0xf4], TRAIL), 0.01),
    even(charactersOf('euc-jp', [0xb0, 0xcf], TRAIL), 0.2),
    even(JAPANESE_WORDS, 0.3),
    even(KANA, 0.3),
    even(LETTERED_KANA, 0.2),
  );
  const korean = merged(even(charactersOf('euc-kr', [0xb0, 0xc8], TRAIL), 0.15), even(KOREAN_WORDS, 0.7));

  const narrow: CharsetModel[] = [
    { charset: 'windows-1252', prior: 0, languages: WESTERN },
    { charset: 'windows-1251', prior: -1, languages: CYRILLIC },
    { charset: 'windows-1250', prior: -1, languages: CENTRAL },
    { charset: 'windows-1253', prior: -1, languages: GREEK },
    { charset: 'windows-1254', prior: -1.5, languages: TURKISH },
    { charset: 'windows-1255', prior: -1, languages: HEBREW },
    { charset: 'windows-1256', prior: -1, languages: ARABIC },
    { charset: 'windows-1257', prior: -2.5, languages: BALTIC },
    { charset: 'windows-874', prior: -3, languages: THAI },
    { charset: 'shift_jis', prior: -1, languages: [japanese] },
    { charset: 'gb18030', prior: -1, languages: [chinese] },
    { charset: 'euc-kr', prior: -1, languages: [korean] },
    { charset: 'big5', prior: -1, languages: [taiwanese] },
    { charset: 'euc-jp', prior: -2, languages: [japanese] },
    { charset: 'koi8-u', prior: -3, languages: CYRILLIC },
    { charset: 'ibm866', prior: -5, languages: CYRILLIC },
    { charset: 'iso-8859-5', prior: -5, languages: CYRILLIC },
    { charset: 'iso-8859-2', prior: -2, languages: CENTRAL },
    { charset: 'iso-8859-15', prior: -2, languages: WESTERN },
    { charset: 'iso-8859-6', prior: -3, languages: ARABIC },
    { charset: 'iso-8859-7', prior: -2, languages: GREEK },
    { charset: 'macintosh', prior: -4, languages: WESTERN },
    { charset: 'x-mac-cyrillic', prior: -4, languages: CYRILLIC },
  ];
  const languages = [...new Set(narrow.flatMap((model) => model.languages))];
  return { narrow, wide: ['utf-16le', 'utf-16be'].map((charset) => ({ charset, prior: -1, languages })) };
}
