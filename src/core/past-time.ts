/** Words for what was so once, and is not said to be so now. */
export const PAST_TIME =
  /(?<!\b(?:am|['’]m|are|is|get|got|getting|be) )\bused to\b|\b(?:formerly|previously|in the past|back (?:then|when)|in those days|at (?:that|the) time|as an? (?:child|kid|boy|girl|teenager|student)|when i was|originally lived)\b/i;
