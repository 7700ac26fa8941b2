/** First letters of the month names in several languages, in lower case. */
export const MONTH_BEGINNINGS: readonly string[] =
  'jan feb fev fév mar mär mae apr abr avr may mai mag maj jun jui giu jul lug aug aoû ago sep set oct okt out ott nov dec dez déc dic dis ene gen'.split(
    ' ',
  );
