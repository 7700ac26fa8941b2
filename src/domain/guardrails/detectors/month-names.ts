/** First letters of the month names in several languages, in lower case. */
export const MONTH_BEGINNINGS: readonly string[] =
  'jan feb fev fév mar mär mae apr abr avr may mai mag maj jun jui giu jul lug aug aoû ago sep set oct okt out ott nov dec dez déc dic dis ene gen sty lut kwi cze lip sie wrz paz lis gru maa mrt sub oca nis haz tem agu eyl eki kas ara led dub srp pro ian iun iul tam hel huh tou kes hei elo syy lok jou sze peb'.split(
    ' ',
  );
