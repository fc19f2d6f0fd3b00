/** The little of XML that workbooks use, one tag after the other, without building a tree. No document types, no entities of its own. */
import { BadBook } from './unzip';

export interface Tag {
  /** without prefix */
  readonly name: string;
  readonly isEnd: boolean;
  /** `<a/>` */
  readonly isEmpty: boolean;
  /** what stands between the name and the bracket */
  readonly inside: string;
  /** text before the tag */
  readonly text: string;
}

export function* tagsOf(xml: string): Generator<Tag> {
  let at = 0;
  let text = '';
  for (;;) {
    const open = xml.indexOf('<', at);
    if (open < 0) return;
    text += xml.slice(at, open);
    if (xml.startsWith('<![CDATA[', open)) {
      const end = xml.indexOf(']]>', open);
      if (end < 0) throw new BadBook('文件已损坏，无法读取');
      // kept as it is: what looks like an entity in it is none
      text += xml.slice(open + 9, end).replace(/&/g, '&amp;');
      at = end + 3;
      continue;
    }
    if (xml.startsWith('<!--', open)) {
      const end = xml.indexOf('-->', open);
      if (end < 0) return;
      at = end + 3;
      continue;
    }
    const close = xml.indexOf('>', open);
    if (close < 0) throw new BadBook('文件已损坏，无法读取');
    at = close + 1;
    const sign = xml[open + 1];
    if (sign === '!') throw new BadBook('文件已损坏，无法读取');
    if (sign === '?') continue;
    const isEnd = sign === '/';
    const isEmpty = xml[close - 1] === '/';
    const from = open + (isEnd ? 2 : 1);
    const till = isEmpty ? close - 1 : close;
    let stop = from;
    while (stop < till && !isBlank(xml.charCodeAt(stop))) stop++;
    const full = xml.slice(from, stop);
    const colon = full.indexOf(':');
    yield { name: colon < 0 ? full : full.slice(colon + 1), isEnd, isEmpty, inside: xml.slice(stop, till), text };
    text = '';
  }
}
const isBlank = (code: number): boolean => code === 32 || code === 10 || code === 9 || code === 13;

/** Value of an attribute by its name, prefix included. */
export function attribute({ inside }: Tag, name: string): string | undefined {
  for (let at = inside.indexOf(name); at >= 0; at = inside.indexOf(name, at + 1)) {
    if (at > 0 && !isBlank(inside.charCodeAt(at - 1))) continue;
    const equals = at + name.length;
    if (inside[equals] !== '=') continue;
    const quote = inside[equals + 1] ?? '';
    const end = inside.indexOf(quote, equals + 2);
    return end < 0 ? undefined : unescapeXml(inside.slice(equals + 2, end));
  }
  return undefined;
}

export function unescapeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x?[0-9a-fA-F]{1,6}|[a-z]{2,4});/g, (whole, word: string) => {
    if (word[0] !== '#') return NAMED[word] ?? whole;
    const code = word[1] === 'x' ? Number.parseInt(word.slice(2), 16) : Number(word.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
