import type { Phrase } from './phrase-pattern.ts';

/**
 * Lists of interchangeable words in phrases, folded as by `fold`, without diacritics: English first, then other languages;
 * Chinese and Japanese as written.
 */
export const WORD_LISTS: Readonly<Record<string, string>> = {
  override:
    'ignore ignores ignoring disregard disregarding forget forgetting override overriding overrule discard dismiss neglect bypass ' +
    'ignoriere ignorieren ignoriert ignorier vergiss vergessen vergesst missachte ' +
    'ignora ignorar ignoren olvida olvidar olvide olvidate olviden omite descarta ' +
    'ignorez ignorer oublie oubliez oublier esqueca ignorem desconsidere dimentica ' +
    'игнорируи игнорируите забудь забудьте ' +
    'strunta bortse glom glem overse ignorera vergeet negeer zapomnij zignoruj ignoruj zapomen uita unohda ohita sivuuta felejtsd figyelmen unut yoksay lupakan abaikan quen esquece ξεχνα ξεχασε αγνοησε забудьте игнорируите ігноруи שכח תשכח תתעלם התעלם تجاهل انس ' +
    '忽略 无视 無視 忘记 忘記 忘掉 抛弃 拋棄 丢掉 丢弃 撕掉 扔掉 不用管 别管 別管 不必遵守 不用遵守 無需遵守 无需遵守 不要遵守 不理会 抛开 破棄 忘れて',
  prior:
    'предыдущие предыдущих прежние все ' +
    'previous previously prior above earlier preceding foregoing before former initial original past existing ' +
    'vorherigen vorherige vorigen vorangegangenen vorangehenden bisherigen bisherige obigen obige fruheren alten ursprunglichen zuvor ' +
    'anteriores anterior previas previos previa precedentes precedentes precedente precedents anterieures anterieurs precedenti ' +
    'alla tidigare foregaende tidligere forrige eerdere voorgaande kaikki aiemmat aikaisemmat edelliset osszes eddigi korabbi elozo wszystkie wszystkich poprzednie poprzednich dotychczasowe wczesniejsze wczesniejszych vsechny predchozi dosavadni toate precedente onceki tum butun semua sebelumnya tutte precedenti todas ολες προηγουμενες всех прежних усі попередні всі כל מכל הקודמות כל جميع السابقه ' +
    '之前 先前 此前 前面 上面 以上 所有 全部 一切 原来 原有 最初 以前 先の これまで 今まで すべて 全て 先ほど',
  instructions:
    'instructions instruction prompt prompts directives directive commands command orders directions guidelines guidance programming assignments tasks ' +
    'anweisungen anweisung instruktionen befehle vorgaben aufforderungen richtlinien aufgaben ' +
    'instrucciones indicaciones ordenes directrices consignes instrucoes orientacoes istruzioni инструкции указания ' +
    'instruktioner instruktionerna instrukser instruksjoner instruksjonene anvisningar anvisninger instructies opdrachten ohjeet ohjeesi kaskyt utasitast utasitasokat utasitasaidat polecenia polecen poleceniach instrukcje instrukcji pokyny pokynu prikazy instructiunile ordinele talimatlari talimatlarini komutlari perintah instruksi arahan istruzioni οδηγιες εντολες вказівки ההוראות הוראות التعليمات تعليماتك ' +
    '指令 指示 提示词 提示詞 命令 设定 設定 规定 規定 说明书 吩咐 プロンプト',
  rules:
    'rules rule policies policy constraints restrictions training regeln reglas regles context conversation conversations messages text texts ' +
    'regler reglerna reglerne reglene regels saannot szabalyokat szabalyaidat zasady zasad zasadach pravidla regulile kurallari aturan regole regras κανονες правила הכללים החוקים القواعد ' +
    '规则 規則 準則 准则 政策 规矩 規矩 限制 约束 約束 ルール 制限',
  all: 'all any every everything alle alles samtliche jede todas todos todo toutes tous tout todas tutte',
  reveal:
    'reveal show print output display repeat tell give leak expose share dump write return recite disclose spell copy see read know list translate summarize encode provide zeige gib nenne wiederhole muestra muestrame dime revela montre affiche repete donne ' +
    'visa skriv upprepa klistra vis gentag indsaet gjenta lim toon herhaal nayta tulosta toista mutasd ird ismeteld pokaz wypisz powtorz wklej ukaz vypis zopakuj arata afiseaza goster tampilkan tunjukkan ulangi mostra mostrami ripeti mostre repita escreva pega colle schreib schreibe zeig gib kopiere δειξε επαναλαβε γραψε покажи выведи повтори напиши виведи הצג תציג תדפיס اعرض اطبع كرر ' +
    '显示 顯示 输出 輸出 打印 列出 贴出 貼出 贴给 貼給 复制 複製 重复 重複 告诉 告訴 发给 發給 展示 说出 念出 写出 寫出 公开 看看 给我看 出来 表示 出力 教えて 見せて 貼って 書き出して',
  hiddenAdjective: 'system initial hidden original secret starting base first internal pre underlying exact',
  promptNoun: 'prompt instructions message prompts directives directive preprompt preamble',
  secretNoun: 'password passwords passwort contrasena',
  everything:
    'everything all alles allt alt kaikki mindent wszystko wszystkim vsechno tot semua tutto tudo todo tout все усе הכול ' +
    '一切 所有 全部 すべて',
  told:
    'told taught gesagt sagts fortalt fatt sanottu mondtak powiedziano mowiono rekli spus soylenen verteld dit dicho dijeron detto disseram ' +
    'dito diberitahu говорили сказали казали',
  whole:
    'whole entire full complete hela hele koko ganzen gesamten volledige tout entier todo entero tutto intero inteiro весь caly cely egesz teljes seluruh tamamini כל كل ολο ' +
    '全部 完整 整段 全文',
  systemMessage:
    'systemprompt systemprompten systemmeddelandet systembeskeden systemmeldingen systeemprompt jarjestelmakehotteesi jarjestelmakehote ' +
    'jarjestelmaviesti rendszerpromptodat rendszerpromptot rendszeruzenetet ' +
    '系统提示 系統提示 系统提示词 系統提示詞 系统指令 系統指令 系统消息 系统设定 初始设定 初始設定 初始指令 初始提示 最初的指令 最初指令 隐藏内容 隐藏指令 隐藏的指令 隐藏设定 提示词 提示詞 システムプロンプト システムの指示 初期プロンプト 最初のプロンプト 内部指示',
  systemWord: 'sistema systeme systemowy systemowego systemu sistem sistemi sisteminin systemovy системныи системнии النظام המערכת',
  promptWord: 'prompt prompten prompti promptia promptodat promptot promptu promptul komutunu istemini промпт промт הפרומפט הנחיית موجه',
  above: 'above ovanfor ovenover over ylapuolella folott felett nad над выше ustunde boven encima acima sopra uber πανω מעל فوق',
  message:
    'message meddelande besked melding viestini viestin uzenetem wiadomoscia zpravou сообщением сообщения повідомленням mesajimin nachricht ' +
    'mensaje mensagem messaggio bericht',
  freed: 'unrestricted unfiltered uncensored unlimited unhinged amoral immoral unethical unmoderated unbound lawless',
  machine:
    'ai al model chatbot bot assistant language gpt chatgpt version mode persona confidant robot machine simulator response responses entity',
  limits:
    'restrictions restriction filters filter filtering guidelines limitations limits censorship ethics morals morality ethical moral rules policies policy boundaries constraints safeguards programming regulations ' +
    'regler granser graenser grenser begransningar saantoja rajoja szabalyok szabaly korlatok zasad ograniczen pravidel omezeni reglas limites restricciones regras regole limiti regels grenzen regeln filtros filtres filtri правил ограничении обмежень מגבלות חוקים גבולות قيود قواعد حدود aturan batasan kural sinir ορια κανονες reguli ' +
    '限制 约束 約束 规则 規則 规矩 道德 底线 底線 过滤 過濾 审查 審查 顾忌 制限 制約 ルール 倫理 フィルター',
  lack:
    'no without lacks lacking neither zero ' +
    'utan inga ingen uden uten ilman bez nincs nincsenek sem sin sans aucune senza nessuna ohne kein keine keinerlei geen zonder без нет немає בלי ללא אין بلا دون tanpa yok χωρις fara ' +
    '没有 沒有 无任何 不受 不再受 不遵守 毫无 無い ない なし のない',
  wrong: 'illegal unethical immoral harmful dangerous offensive inappropriate toxic explicit hateful derogatory nsfw',
  refuse: 'refuse decline reject deny refusing',
  ask: 'request requests question questions prompt prompts command commands query queries order orders anything instruction instructions task user',
  speaker: 'you chatgpt gpt du sie',
  play: 'act acting pretend become play roleplay simulate behave operate respond answer immerse impersonate emulate transform',
};

const OVERRIDE = 'instruction_override';
const LEAK = 'system_prompt_leak';
const JAILBREAK = 'jailbreak';
const TAKEOVER = 'role_takeover';
const CONCEAL = 'concealment';

/** Phrases that attacks use. A score says how strongly the phrase alone indicates an attack; scores of different kinds are combined. */
export const PHRASES: readonly Phrase[] = [
  { category: OVERRIDE, score: 0.92, words: '{override} ~3 {prior} ~2 {instructions}' },
  { category: OVERRIDE, score: 0.7, words: '{override} ~2 {prior} ~2 {rules}' },
  {
    category: OVERRIDE,
    score: 0.92,
    words: '{override} ~2 {instructions}|{rules} ~4 {prior}|got|given|received|told|learned|sofern|davor',
  },
  { category: OVERRIDE, score: 0.85, words: '{override} {all} ~2 {instructions}' },
  { category: OVERRIDE, score: 0.8, words: '{override} your|my|these|those|deine|tus|sus|tes|vos|suas ~1 {instructions}' },
  {
    category: OVERRIDE,
    score: 0.85,
    words: '{override} everything|all|alles|todo|tout ~3 {prior}|davor|vorher|antes|avant|told|learned|learnt',
  },
  { category: OVERRIDE, score: 0.85, words: '{override} ~1 {everything} ~4 {told}' },
  {
    category: OVERRIDE,
    score: 0.85,
    words: 'onceki|tum|butun ~3 {instructions}|{rules} ~2 unut|yoksay',
  },
  {
    category: OVERRIDE,
    score: 0.85,
    words:
      '之前|先前|此前|前面|上面|以上|所有|全部|一切|原来|原有|最初|以前|先の|これまで|今まで|すべて|全て|先ほど ~3 {instructions}|{rules} ~3 作废|作廢|无效|無效|不算|不算数|無視|取消|取り消し|破棄|失效|忘れて|解除',
  },
  { category: OVERRIDE, score: 0.7, words: '解除|关闭|關閉|绕过|取消 ~2 安全|所有|一切|你 ~2 {limits}' },
  { category: JAILBREAK, score: 0.6, words: '不许|不准|不得|不能|不可以|禁止 ~1 拒绝|拒絕' },
  { category: OVERRIDE, score: 0.7, words: 'ignore|disregard|forget the above' },
  { category: OVERRIDE, score: 0.5, words: 'forget|ignore|disregard|vergiss ?about everything|alles|todo|tout' },
  { category: OVERRIDE, score: 0.75, words: '{override} instructions|anweisungen|instrucciones|consignes' },
  {
    category: OVERRIDE,
    score: 0.6,
    words: "do|don't|dont|never not|follow|obey ~1 your|the|previous|any previous|original|initial|system instructions|prompt|rules",
  },
  {
    category: OVERRIDE,
    score: 0.5,
    words:
      'new|updated|neue|neuen|nuevas|nouvelles instructions|task|tasks|directive|anweisungen|aufgabe|instrucciones|instructions follow|folgen|are|is|fur',
  },
  { category: OVERRIDE, score: 0.55, words: 'your new|real|actual|only|true task|instructions|goal|objective|role|purpose is|are' },
  { category: OVERRIDE, score: 0.55, words: 'your|the new|next task|tasks|assignment|aufgabe' },
  { category: OVERRIDE, score: 0.7, words: 'abweichend|contrary|despite|regardless zu|to|of|what ~2 {prior} {instructions}' },
  {
    category: OVERRIDE,
    score: 0.7,
    words: 'remove|abandon|drop|delete|lassen|erase ~1 all|alle|every ~2 {prior}|your {instructions}|informationen|thoughts',
  },
  { category: OVERRIDE, score: 0.45, words: 'instead of ~3 your|the instructions|prompt' },
  {
    category: LEAK,
    score: 0.82,
    words:
      '{reveal} ~4 your|its|my|the|this|deine|deinen|tu|tus|votre|vos|ton ~2 system|initial|hidden|original|secret|starting|internal prompt|instructions|preprompt|directives',
  },
  {
    category: LEAK,
    score: 0.82,
    words:
      '{systemMessage} ~5 显示|顯示|输出|輸出|列出|贴出|貼出|贴给|复制|重复|告诉|告訴|发给|發給|说出|念出|出来|出來|表示|出力|教えて|見せて|貼って',
  },
  { category: LEAK, score: 0.82, words: '{reveal} ~4 {systemMessage}' },
  { category: LEAK, score: 0.82, words: '{reveal} ~4 {promptWord} ~1 {systemWord}' },
  { category: LEAK, score: 0.8, words: '{reveal} ~4 {systemWord} ~1 {promptWord}' },
  { category: LEAK, score: 0.75, words: '{reveal} ~3 {whole} ~1 {promptWord}' },
  { category: LEAK, score: 0.72, words: '{reveal} ~7 {above} ~2 {message}' },
  { category: LEAK, score: 0.8, words: 'what|was|which is|are|was|were|sind your|deine ~1 {hiddenAdjective} {promptNoun}' },
  { category: LEAK, score: 0.62, words: 'what|was|which are|were|sind your|deine instructions|rules|directives|anweisungen' },
  { category: LEAK, score: 0.62, words: '{reveal} ~2 your|deine|tus|vos instructions|prompt|prompts|preprompt|anweisungen|instrucciones' },
  {
    category: LEAK,
    score: 0.74,
    words: 'reveal|show|print|output|display|repeat|tell|leak|expose|dump|recite|disclose ~3 system message|prompt',
  },
  {
    category: LEAK,
    score: 0.72,
    words:
      'repeat|output|print|display|show|spellcheck|copy|translate ~3 text|everything|all|words|prompt|instructions|prompts ~2 above|before',
  },
  { category: LEAK, score: 0.72, words: 'instructions|text|words|prompt|prompts you ~1 were|got ?initially given|told|instructed' },
  {
    category: LEAK,
    score: 0.82,
    words:
      'written|text|texts|instructions|words|said|said|was ~2 at|in the|this beginning|start|top|very of|beginning ~2 prompt|conversation|chat|text',
  },
  { category: LEAK, score: 0.7, words: 'beginning|starting|begins|starts with you are' },
  { category: LEAK, score: 0.6, words: 'i was instructed to' },
  { category: LEAK, score: 0.5, words: 'share|tell|give|reveal|confirm|disclose|what|know|is ~3 your ~1 {secretNoun}' },
  { category: LEAK, score: 0.65, words: "what|what's|confirm is|s|the your|the ?secret password|key" },
  { category: LEAK, score: 0.65, words: 'your secret key|password|code is|are' },
  { category: TAKEOVER, score: 0.7, words: 'you are now|henceforth ~2 in|a|an|the|going|no|free|called|named|chatgpt|unrestricted' },
  { category: TAKEOVER, score: 0.45, words: 'from now on|forward ?, ~2 you|your|respond|answer|act|always' },
  { category: TAKEOVER, score: 0.45, words: 'henceforth|hereafter ~3 you|act|respond' },
  { category: TAKEOVER, score: 0.85, words: 'act|acting|operate|simulate|pretend|respond ~6 with ~2 mode enabled|activated|on' },
  {
    category: TAKEOVER,
    score: 0.7,
    words: 'developer|dev|god|dan|jailbreak|debug|sudo|admin|root mode output|enabled|activated|unlocked|response|responses',
  },
  {
    category: TAKEOVER,
    score: 0.55,
    words:
      'enter|entering|enable|activate|activating|simulate|initiate|initiating|in|into ~2 developer|dan|system|maintenance|debug|override|admin|god|jailbreak mode',
  },
  { category: TAKEOVER, score: 0.55, words: 'system|developer|administrator|admin|emergency|root override|mode' },
  {
    category: TAKEOVER,
    score: 0.45,
    words: "i'm|i am|as ?am your|the|a developer|administrator|creator|maintainer|god|admin|owner ~2 of|running|and|you|who",
  },
  { category: TAKEOVER, score: 0.7, words: 'i am god and|you' },
  { category: TAKEOVER, score: 0.35, words: 'developed|created|trained|made by openai|anthropic|google|meta' },
  { category: JAILBREAK, score: 0.95, words: 'do anything now' },
  { category: JAILBREAK, score: 0.95, words: 'always intelligent and machiavellian' },
  { category: JAILBREAK, score: 0.95, words: 'strive to avoid norms' },
  { category: JAILBREAK, score: 0.9, words: 'typical confines of ?an ai|al' },
  {
    category: JAILBREAK,
    score: 0.85,
    words: 'broken|break|breaking free of|from ~3 confines|restrictions|limits|chains|rules|shackles|constraints',
  },
  {
    category: JAILBREAK,
    score: 0.85,
    words: 'dan|jailbreak|stan|dude|maximum|aim|evil|antigpt|omega mode|virtual|prompt|bot|confidant ?machine ?simulator',
  },
  { category: JAILBREAK, score: 0.75, words: 'as|like|called|named|be|be|is|are|of|not|for dan ~3 dan|you|can|would|will|do|anything' },
  { category: JAILBREAK, score: 0.55, words: 'jailbreak|jailbroken|jailbreaks' },
  { category: JAILBREAK, score: 0.62, words: '{freed} ~2 {machine}' },
  { category: JAILBREAK, score: 0.5, words: '{machine} ~4 {freed}' },
  { category: JAILBREAK, score: 0.5, words: '{lack} ~3 {limits}' },
  {
    category: JAILBREAK,
    score: 0.6,
    words:
      "free|freed|liberated|unbound|not|don't|doesn't|isn't of|from|bound|limited|restricted|constrained|have|follow|abide|care|adhere|governed|subject|required ~5 {limits}|openai|openai's",
  },
  {
    category: JAILBREAK,
    score: 0.72,
    words:
      "bypass|circumvent|evade|disable|remove|violate|ignore|ignoring|override|break|forget ~3 your|openai|openai's|safety|content|ethical|moral|all|any ~2 {limits}",
  },
  {
    category: JAILBREAK,
    score: 0.45,
    words: "openai|openai's|anthropic|anthropic's ~2 policy|policies|guidelines|rules|content|restrictions",
  },
  { category: JAILBREAK, score: 0.55, words: "you|never|cannot|can't|won't|not|must|dan|it|always ~3 {refuse} ~4 {ask}|answer|me|my" },
  { category: JAILBREAK, score: 0.5, words: 'never|not|always|must|stay|staying|remain|break|breaking ~2 in|of|break ?your character' },
  { category: JAILBREAK, score: 0.4, words: '{wrong} ~1 {wrong} ~1 ?{wrong}' },
  { category: JAILBREAK, score: 0.45, words: 'no matter ~3 {wrong}|request|question|prompt|what' },
  { category: JAILBREAK, score: 0.45, words: 'regardless of|whether|how ~3 {wrong}|legality|ethics|consequences|morality|legal|content' },
  {
    category: JAILBREAK,
    score: 0.5,
    words: 'two|2 ~2 responses|ways|answers|outputs|paragraphs|replies ~12 normal|one|first|chatgpt|standard|classic',
  },
  {
    category: JAILBREAK,
    score: 0.4,
    words:
      "without|no|never|not|don't ~4 warning|warnings|disclaimer|disclaimers|moralizing|lecture|lectures|apologize|apologizing|apologies|censorship",
  },
  {
    category: JAILBREAK,
    score: 0.5,
    words: 'say|do|generate|answer|produce|write|discuss anything ~4 {limits}|want|asked|illegal|without',
  },
  { category: JAILBREAK, score: 0.4, words: 'pretend|hypothetically|imagine|assume ~3 you ~3 no|not|without|can|unrestricted|evil' },
  { category: JAILBREAK, score: 0.6, words: 'you|he|she|it|they|who ~3 no|not ~2 morals|ethics|conscience|moral|ethical|empathy|remorse' },
  {
    category: CONCEAL,
    score: 0.72,
    words: "not|don't|dont|never ~1 tell|inform|mention|notify|alert|reveal ~4 ?the user|users|human|anyone|owner",
  },
  {
    category: CONCEAL,
    score: 0.65,
    words: 'without ~1 telling|informing|notifying|alerting|asking|mentioning ~2 the|to user|human|owner|them',
  },
  { category: CONCEAL, score: 0.55, words: 'keep this|it ~1 secret|hidden|confidential from the user' },
];
