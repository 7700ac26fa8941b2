const WORD = '(?:code|código|codice)';
/** What a payment, a program or a device does before it says a code. */
const FAILS =
  'declined|rejected|refused|failed|fails|failing|crashed|crashes|aborted|aborts|returned|returns|restarts|restarted|reported|reports|responded|threw|throws|abgelehnt|verweigert|zurückgewiesen|abgestürzt|refusée?|rechazad[oa]|recusad[oa]|rifiutat[oa]';
const SHOWS = 'shows|showed|showing|displays|displayed|blinks|blinking|flashes|flashing|beeps|zeigt|meldet|blinkt|affiche|muestra|mostra';
const KINDS = 'fault|reason|response|decline|trouble|diagnostic|result|return|status|exit|error|stop|blink|flash|model';
const BETWEEN = String.raw`(?:,?\s(?:with|by|and|mit|avec|con|com|the|dem|den|le|el|il|o|an?|error)){0,3}`;
const BEFORE = new RegExp(
  String.raw`(?<!\p{L})(?:(?:${FAILS})(?:${BETWEEN},?\s${WORD}|\s(?:with|mit|avec|con|com))|(?:${SHOWS})\s(?:an?\s)?(?:error\s)?${WORD}|(?:${KINDS})[ -]?${WORD})\s?:?\s(?:(?:is|was|ist|est|es)\s)?$`,
  'iu',
);
/** What failed, or the field of a message with the words for it. */
const BEHIND =
  /^\s(?:abgelehnt|verweigert|zurückgewiesen|abgestürzt)(?!\p{L})|^["']?,\s?["']?(?:message|msg|text|error|reason|status|severity)["']?\s?[:=]/iu;

/** Whether the words around a number say that something failed or reported it, which opens nothing: `declined with code 5511`. */
export function isReportedCode(before: string, behind: string): boolean {
  return BEFORE.test(before) || BEHIND.test(behind);
}
