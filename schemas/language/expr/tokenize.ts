/** Text → tokens. Positions are code points, so a message counts characters as a reader does. */
export interface Token {
  /** `bad` ends the list as `end` does: its text is the message */
  readonly k: 'num' | 'str' | 'name' | 'op' | 'end' | 'bad';
  /** operator, name, number as written, the value of a string, or the character that ends the expression */
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const OPERATORS = [
  '||',
  '&&',
  '==',
  '!=',
  '<=',
  '>=',
  '<',
  '>',
  '+',
  '-',
  '*',
  '/',
  '%',
  '!',
  '?',
  ':',
  '(',
  ')',
  '[',
  ']',
  ',',
  '.',
];
const isDigit = (c: string | undefined): boolean => c !== undefined && c >= '0' && c <= '9';
const isLetter = (c: string | undefined): boolean =>
  c !== undefined && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
const isSpace = (c: string | undefined): boolean => c === ' ' || c === '\t' || c === '\n' || c === '\r';

/**
 * Reads tokens from `start` on; a `}` outside of a string ends the expression (templates), as the end of the text does. What cannot
 * be read becomes one token `bad`, because a template's format behind the expression is not ours to read.
 */
export function tokenize(chars: readonly string[], start = 0): readonly Token[] {
  const tokens: Token[] = [];
  const bad = (at: number, text: string): readonly Token[] => [...tokens, { k: 'bad', text, from: at, to: at }];
  let i = start;
  while (i < chars.length) {
    const c = chars[i] as string;
    if (isSpace(c)) {
      i += 1;
      continue;
    }
    if (c === '}') break;
    const from = i;
    if (isDigit(c)) {
      while (isDigit(chars[i])) i += 1;
      if (chars[i] === '.' && isDigit(chars[i + 1])) {
        i += 1;
        while (isDigit(chars[i])) i += 1;
      }
      if (isLetter(chars[i]) || chars[i] === '_') return bad(i, `数字后面不能是「${chars[i]}」`);
      tokens.push({ k: 'num', text: chars.slice(from, i).join(''), from, to: i });
    } else if (isLetter(c)) {
      while (isLetter(chars[i]) || isDigit(chars[i]) || chars[i] === '_') i += 1;
      tokens.push({ k: 'name', text: chars.slice(from, i).join(''), from, to: i });
    } else if (c === "'") {
      let value = '';
      i += 1;
      for (;;) {
        const d = chars[i];
        if (d === undefined) return bad(from, '文字缺少结束的单引号');
        if (d === "'") break;
        if (d === '\\') {
          const e = chars[i + 1];
          if (e !== "'" && e !== '\\') return bad(i, "反斜杠只能用于\\'和\\\\");
          value += e;
          i += 2;
        } else {
          value += d;
          i += 1;
        }
      }
      i += 1;
      tokens.push({ k: 'str', text: value, from, to: i });
    } else {
      const op = OPERATORS.find((text) => c === text[0] && (text.length === 1 || chars[i + 1] === text[1]));
      if (op === undefined) return bad(i, hint(c));
      i += op.length;
      tokens.push({ k: 'op', text: op, from, to: i });
    }
  }
  tokens.push({ k: 'end', text: chars[i] ?? '', from: i, to: i });
  return tokens;
}

function hint(c: string): string {
  if (c === '"' || c === '“' || c === '”' || c === '‘' || c === '’') return '文字应使用单引号';
  if (c === '=') return '相等应写作==';
  if (c === '&') return '并且应写作&&';
  if (c === '|') return '或者应写作||';
  return `不能识别的字符「${c}」`;
}
