/**
 * Letters of the basic multilingual plane, and the marks and unassigned code points between them: `\p{L}` as ranges of a character class.
 */
const LETTERS = [
  String.raw`A-Za-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02c1\u02c6-\u02d1\u02e0-\u02e4\u02ec\u02ee\u0370-\u0374`,
  String.raw`\u0376-\u037d\u037f\u0386\u0388-\u03f5\u03f7-\u0481\u048a-\u0559\u0560-\u0588\u05d0-\u05f2\u0620-\u064a\u066e-\u06d3\u06d5`,
  String.raw`\u06e5-\u06e6\u06ee-\u06ef\u06fa-\u06fc\u06ff\u0710-\u07b1\u07ca-\u07f5\u07fa\u0800-\u0828\u0840-\u0858\u0860-\u0887`,
  String.raw`\u0889-\u088f\u08a0-\u08c9\u0904-\u0961\u0971-\u09e1\u09f0-\u09f1\u09fc\u0a05-\u0a5e\u0a72-\u0a74\u0a85-\u0ae1\u0af9-\u0b61`,
  String.raw`\u0b71\u0b83-\u0bd0\u0c05-\u0c61\u0c80\u0c85-\u0ce1\u0cf1-\u0d4e\u0d54-\u0d56\u0d5f-\u0d61\u0d7a-\u0dc6\u0e01-\u0e33`,
  String.raw`\u0e40-\u0e46\u0e81-\u0ec6\u0edc-\u0f00\u0f40-\u0f6c\u0f88-\u0f8c\u1000-\u103f\u1050-\u108e\u10a0-\u10fa\u10fc-\u135a`,
  String.raw`\u1380-\u138f\u13a0-\u13fd\u1401-\u166c\u166f-\u167f\u1681-\u169a\u16a0-\u16ea\u16f1-\u1731\u1740-\u17b3\u17d7\u17dc`,
  String.raw`\u1820-\u191e\u1950-\u19c9\u1a00-\u1a16\u1a20-\u1a54\u1aa7\u1b05-\u1b4c\u1b83-\u1baf\u1bba-\u1be5\u1c00-\u1c23\u1c4d-\u1c4f`,
  String.raw`\u1c5a-\u1c7d\u1c80-\u1cbf\u1ce9-\u1fbc\u1fbe\u1fc2-\u1fcc\u1fd0-\u1fdb\u1fe0-\u1fec\u1ff2-\u1ffc\u2071\u207f\u2090-\u209c`,
  String.raw`\u2102\u2107\u210a-\u2113\u2115\u2119-\u211d\u2124\u2126\u2128\u212a-\u212d\u212f-\u2139\u213c-\u213f\u2145-\u2149\u214e`,
  String.raw`\u2183-\u2184\u2c00-\u2ce4\u2ceb-\u2cf3\u2d00-\u2d6f\u2d80-\u2dde\u2e2f\u3005-\u3006\u3031-\u3035\u303b-\u303c\u3041-\u3096`,
  String.raw`\u309d-\u309f\u30a1-\u30fa\u30fc-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\ua48c\ua4d0-\ua4fd\ua500-\ua60c`,
  String.raw`\ua610-\ua61f\ua62a-\ua66e\ua67f-\ua6e5\ua717-\ua71f\ua722-\ua788\ua78b-\ua822\ua840-\ua873\ua882-\ua8b3\ua8f2-\ua8f7\ua8fb`,
  String.raw`\ua8fd-\ua8fe\ua90a-\ua925\ua930-\ua946\ua960-\ua9b2\ua9cf\ua9e0-\ua9ef\ua9fa-\uaa4b\uaa60-\uaa76\uaa7a-\uaadd\uaae0-\uaaea`,
  String.raw`\uaaf2-\uab5a\uab5c-\uab69\uab70-\uabe2\uac00-\ud7fb\uf900-\ufb28\ufb2a-\ufbb1\ufbd3-\ufd3d\ufd50-\ufd8f\ufd92-\ufdc7`,
  String.raw`\ufdf0-\ufdfb\ufe70-\ufefc\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc`,
].join('');

/** A property, a character escaped, or a bracket. */
const UNIT = /\\[pP]\{\w+\}|\\[^]|[[\]]/g;

/**
 * A pattern that was written for Unicode mode, compiled without it, which matches the same texts of the basic multilingual plane, if no
 * letter in them folds to an ASCII letter. In Unicode mode JavaScriptCore decodes surrogates at every character: its code for a long
 * pattern is five times as large, a quarter of a megabyte each. Patterns with other properties than `L` stay in Unicode mode.
 */
export function codeUnitPattern(source: string, flags: string): RegExp {
  let [isInClass, needsUnicode] = [false, false];
  const plain = source.replaceAll(UNIT, (unit) => {
    if (unit === '[' || unit === ']') isInClass = unit === '[';
    if (unit === String.raw`\p{L}`) return isInClass ? LETTERS : `[${LETTERS}]`;
    if (unit === String.raw`\P{L}` && !isInClass) return `[^${LETTERS}]`;
    if (/^\\[pP]\{/.test(unit)) needsUnicode = true;
    return unit;
  });
  return needsUnicode ? new RegExp(source, `${flags}u`) : new RegExp(plain, flags);
}
