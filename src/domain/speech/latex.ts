/** Formulas in LaTeX as answers of language models mark them: `$…$` that is no money, `$$…$$`, `\(…\)` and `\[…\]`. */
const FORMULA =
  /\$\$([^$]{1,1000})\$\$|\\\(([^$]{1,1000}?)\\\)|\\\[([^$]{1,1000}?)\\\]|(?<![\w$\\])\$(?=[^\s$])((?:[^$\\]|\\.){0,500}?(?:[^\s$\\]|\\.))\$(?![\d$])/g;

/** What between two dollar signs is a formula rather than the text between two sums of money: a command, a power, an equation, a variable. */
const IS_FORMULA = /[\\^_=<>]|^[A-Za-z](?:\([A-Za-z]\)|'{1,2})?$|^[A-Za-z0-9]{1,3}\s?[+*/-]\s?[A-Za-z0-9]{1,3}$/;

/** Commands that stand for a sign or a word, which are read as in plain text. */
const COMMANDS: ReadonlyMap<string, string> = new Map(
  'times ×,cdot ×,ast ×,div ÷,pm ±,mp ±,le ≤,leq ≤,ge ≥,geq ≥,ne ≠,neq ≠,approx ≈,sim ≈,equiv ≡,to →,rightarrow →,Rightarrow ⇒,implies ⇒,iff ⇔,infty ∞,sum ∑,prod ∏,int ∫,partial ∂,nabla nabla,in ∈,notin ∉,cup ∪,cap ∩,subset ⊂,forall ∀,exists ∃,land and,lor or,neg ¬,lim limit,min min,max max,sin sine,cos cosine,tan tangent,log log,ln natural log,exp exponential,ldots …,dots …,cdots …,circ °,degree °,prime prime,ell L,hbar h bar,alpha α,beta β,gamma γ,Gamma Γ,delta δ,Delta Δ,epsilon ε,varepsilon ε,zeta ζ,eta η,theta θ,Theta Θ,iota ι,kappa κ,lambda λ,Lambda Λ,mu μ,nu ν,xi ξ,pi π,Pi Π,rho ρ,sigma σ,Sigma Σ,tau τ,phi φ,varphi φ,Phi Φ,chi χ,psi ψ,omega ω,Omega Ω'
    .split(',')
    .map((entry) => [entry.slice(0, entry.indexOf(' ')), entry.slice(entry.indexOf(' ') + 1)]),
);

/** How deep fractions and roots may be nested. */
const DEEPEST = 4;

/** A text whose formulas in LaTeX are written as plain text would have them, so that they are read like it. */
export function withPlainFormulas(text: string): string {
  return /[$\\]/.test(text)
    ? text.replace(FORMULA, (whole, display?: string, round?: string, square?: string, inline = '') => {
        const formula = display ?? round ?? square ?? inline;
        return inline === '' || IS_FORMULA.test(inline) ? ` ${plainFormula(formula)} ` : whole;
      })
    : text;
}

/** Between a number and a variable, which would otherwise be a unit: «2a» is no current. */
const INVISIBLE_TIMES = '\u2062';

/** Signs over which something goes on, with the words for where it begins. */
const OVER_RANGE = /\\(sum|prod|int|lim)\s?_(?:\{([^{}]{1,100})\}|(\w))(?:\s?\^(?:\{([^{}]{1,100})\}|(\w|\\infty(?![A-Za-z]))))?/g;
const RANGES: Readonly<Record<string, string>> = { sum: 'sum from', prod: 'product from', int: 'integral from', lim: 'limit as' };

/** Commands around words, which are no variables. */
const WORDS = 'text|textbf|mathrm|mathbf|mathit|operatorname|boxed|mathbb|mathcal|vec|hat|bar|overline';
const AROUND_WORDS = new RegExp(`\\\\(?:${WORDS})\\{([^{}]{0,200})\\}`, 'g');
/** Words and commands, which stay as they are, or a variable, with the number before and the letter behind it. */
const VARIABLE = new RegExp(`\\\\(?:${WORDS})\\{[^{}]{0,200}\\}|\\\\[A-Za-z]{1,20}|(\\d)?([A-Za-z])(?=([A-Za-z]?))`, 'g');

/** Each variable by itself, and an «a» as a letter rather than the article. */
function apart(latex: string): string {
  return latex.replace(VARIABLE, (whole: string, digit: string | undefined, letter: string | undefined, next = '') => {
    if (letter === undefined) return whole;
    return `${digit === undefined ? '' : digit + INVISIBLE_TIMES}${letter === 'a' ? 'A' : letter}${next === '' ? '' : ' '}`;
  });
}

function plainFormula(latex: string): string {
  const bare = latex
    .replaceAll('\\\\', ' , ')
    .replace(
      /\\(?:begin|end)\{[a-z*]{1,20}\}|(?<!\\)&|\\(?:left|right|big|Big|displaystyle|limits|quad|qquad)(?![A-Za-z])|\\[,;:! ]/g,
      ' ',
    );
  let plain = apart(bare)
    .replace(OVER_RANGE, (_, sign: string, from = '', first = '', to = '', last = '') => {
      const end = `${to}${last}`;
      return ` ${RANGES[sign]} ${from}${first}${end === '' ? '' : ` to ${end}`} of `;
    })
    .replace(AROUND_WORDS, ' $1 ')
    .replace(/\\([%$#&_{}])/g, '$1');
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    plain = plain
      .replace(/\^\{?\s?\\(?:circ|degree)(?![A-Za-z])\s?\}?/g, '°')
      .replace(/\^\{([^{}]{1,200})\}/g, (_, power: string) =>
        /^(?:-?\d{1,3}|[a-z])$/.test(power) ? `^${power} ` : ` to the power of ${power} `,
      )
      .replace(/_\{([^{}]{1,200})\}/g, ' sub $1 ')
      .replace(/\\[dt]?frac\s?\{([^{}]{0,200})\}\s?\{([^{}]{0,200})\}/g, (_, over: string, under: string) =>
        /^\d{1,3}\/\d{1,3}$/.test(`${over}/${under}`) ? ` ${over}/${under} ` : ` ${over} over ${under} `,
      )
      .replace(
        /\\sqrt\s?(\[3\])?\{([^{}]{0,200})\}/g,
        (_, cube: string | undefined, of: string) => ` ${cube === undefined ? '√' : '∛'} ${of} `,
      );
  }
  return plain
    .replace(/_(\w)/g, ' sub $1 ')
    .replace(/\\([A-Za-z]{1,20})/g, (_, name: string) => ` ${COMMANDS.get(name) ?? ''} `)
    .replace(/[{}\\]/g, ' ')
    .replace(/(?<!\^)(?<![A-Za-z]{2})-/g, ' − ')
    .replace(/\s{1,100}/g, ' ')
    .trim();
}
