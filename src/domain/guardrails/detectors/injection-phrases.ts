import type { Phrase } from './phrase-pattern.ts';

/** Words that stand for each other in phrases: English first, then German, Spanish, French and Portuguese without accents. */
export const WORD_LISTS: Readonly<Record<string, string>> = {
  override:
    'ignore ignores ignoring disregard disregarding forget forgetting override overriding overrule discard dismiss neglect bypass ' +
    'ignoriere ignorieren ignoriert ignorier vergiss vergessen vergesst missachte ' +
    'ignora ignorar ignoren olvida olvidar olvide olvidate olviden omite descarta ' +
    'ignorez ignorer oublie oubliez oublier esqueca ignorem desconsidere dimentica ' +
    'игнорируи игнорируите забудь забудьте',
  prior:
    'предыдущие предыдущих прежние все ' +
    'previous previously prior above earlier preceding foregoing before former initial original past existing ' +
    'vorherigen vorherige vorigen vorangegangenen vorangehenden bisherigen bisherige obigen obige fruheren alten ursprunglichen zuvor ' +
    'anteriores anterior previas previos previa precedentes precedentes precedente precedents anterieures anterieurs precedenti',
  instructions:
    'instructions instruction prompt prompts directives directive commands command orders directions guidelines guidance programming assignments tasks ' +
    'anweisungen anweisung instruktionen befehle vorgaben aufforderungen richtlinien aufgaben ' +
    'instrucciones indicaciones ordenes directrices consignes instrucoes orientacoes istruzioni инструкции указания',
  rules:
    'rules rule policies policy constraints restrictions training regeln reglas regles context conversation conversations messages text texts',
  all: 'all any every everything alle alles samtliche jede todas todos todo toutes tous tout todas tutte',
  reveal:
    'reveal show print output display repeat tell give leak expose share dump write return recite disclose spell copy see read know list translate summarize encode provide zeige gib nenne wiederhole muestra muestrame dime revela montre affiche repete donne',
  hiddenAdjective: 'system initial hidden original secret starting base first internal pre underlying exact',
  promptNoun: 'prompt instructions message prompts directives directive preprompt preamble',
  secretNoun: 'password passwords passwort contrasena',
  freed: 'unrestricted unfiltered uncensored unlimited unhinged amoral immoral unethical unmoderated unbound lawless',
  machine:
    'ai al model chatbot bot assistant language gpt chatgpt version mode persona confidant robot machine simulator response responses entity',
  limits:
    'restrictions restriction filters filter filtering guidelines limitations limits censorship ethics morals morality ethical moral rules policies policy boundaries constraints safeguards programming regulations',
  lack: 'no without lacks lacking neither zero',
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

/** What attacks say. A score tells how far the phrase alone gives an attack away; several kinds together add up. */
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
