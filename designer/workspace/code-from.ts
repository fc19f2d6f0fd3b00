/** Codes from titles: pinyin in camel case, unique where they go. The dictionary of syllables comes only when it is needed. */

const MAX = 24;

/** 应还日期 → yingHuanRiQi */
export async function codeFrom(title: string, taken: ReadonlySet<string>, prefix?: string): Promise<string> {
  return codeOf(await syllables(title), taken, prefix);
}
/** 工装借用 → GZJY */
export async function initialsOf(title: string): Promise<string> {
  return (await syllables(title))
    .map((word) => (/^[a-z]/i.test(word) ? word.charAt(0).toUpperCase() : ''))
    .join('')
    .slice(0, 6);
}

const syllables = async (title: string): Promise<readonly string[]> => {
  const { pinyin } = await import('pinyin-pro');
  return pinyin(title, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true });
};

/** Words → a camel-case code that begins with a letter and is not taken. */
export function codeOf(words: readonly string[], taken: ReadonlySet<string>, prefix = ''): string {
  let code = prefix;
  for (const word of words.map((word) => word.replace(/[^A-Za-z0-9]/g, '')).filter((text) => text !== '')) {
    const first = code === '' ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase();
    if (code.length > prefix.length && code.length + word.length > MAX) break;
    code += first + word.slice(1);
  }
  if (code === prefix) code = prefix === '' ? 'field' : `${prefix}Field`;
  if (!/^[a-z]/.test(code)) code = `f${code}`;
  code = code.slice(0, MAX);
  if (!taken.has(code)) return code;
  let n = 2;
  while (taken.has(`${code}${n}`)) n++;
  return `${code}${n}`;
}
