/**
 * Marked-up text without what could act: a whitelist of tags and attributes, applied where a value is read from outside. Browsers
 * sanitise again when they draw it; this keeps the stored text harmless for every other reader (sheets, prints, mails, partners).
 */

export const HTML_TAGS: readonly string[] =
  'p br b strong i em u s del sub sup span div h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code hr a img table thead tbody tfoot tr th td'.split(
    ' ',
  );
const TAGS: ReadonlySet<string> = new Set(HTML_TAGS);
const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img']);
/** what stands between such tags is no text for people */
const HIDDEN: ReadonlySet<string> = new Set(
  'script style template iframe object embed noscript svg math title textarea select xmp head'.split(' '),
);
/** pages and mail; pictures only of this server, so that no text of a field calls out */
const LINK = /^(?:https?:|mailto:|\/(?!\/))/i;
const PICTURE = /^(?:\/(?!\/)|data:image\/(?:png|jpeg|gif|webp);base64,)/i;
const PLAIN: readonly string[] = ['alt', 'title', 'colspan', 'rowspan', 'width', 'height'];
export const HTML_ATTRIBUTES: readonly string[] = ['href', 'src', ...PLAIN];

/** bounds keep the match linear whatever the text is */
const TAG = /<(\/?)([A-Za-z][A-Za-z0-9]{0,20})((?:\s(?:[^<>"']|"[^"]{0,200000}"|'[^']{0,200000}'){0,2000})?)\s*\/?>/y;
const ATTRIBUTE = /([A-Za-z-]{1,40})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

/** The text with whitelisted tags and attributes only, every tag closed; '' when nothing is left that people could see. */
export function cleanHtml(source: string): string {
  const out: string[] = [];
  const open: string[] = [];
  let at = 0;
  while (at < source.length) {
    const next = source.indexOf('<', at);
    out.push(cleanText(source.slice(at, next < 0 ? source.length : next)));
    if (next < 0) break;
    if (source.startsWith('<!', next) || source.startsWith('<?', next)) {
      const end = source.startsWith('<!--', next) ? source.indexOf('-->', next + 4) : source.indexOf('>', next);
      at = end < 0 ? source.length : source.indexOf('>', end) + 1;
      continue;
    }
    TAG.lastIndex = next;
    const tag = TAG.exec(source);
    if (tag === null) {
      out.push('&lt;');
      at = next + 1;
      continue;
    }
    at = TAG.lastIndex;
    const name = (tag[2] ?? '').toLowerCase();
    if (HIDDEN.has(name)) {
      if (tag[1] === '') at = afterHidden(source, at, name);
    } else if (TAGS.has(name)) {
      if (tag[1] === '') {
        const attributes = cleanAttributes(name, tag[3] ?? '');
        if (attributes === undefined) continue;
        out.push(`<${name}${attributes}>`);
        if (!VOID.has(name)) open.push(name);
      } else if (open.includes(name)) {
        for (let last = open.pop(); last !== undefined; last = open.pop()) {
          out.push(`</${last}>`);
          if (last === name) break;
        }
      }
    }
  }
  while (open.length > 0) out.push(`</${open.pop()}>`);
  const html = out.join('');
  return /<(?:img|hr)\b/.test(html) || htmlText(html) !== '' ? html.trim() : '';
}

/** The words of a marked-up text, one line. */
export const htmlText = (html: string): string =>
  decode(html.replace(/<(br|\/p|\/li|\/div|\/h\d|\/tr|\/td)\b/gi, ' <$1').replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim();

function afterHidden(source: string, from: number, name: string): number {
  const close = new RegExp(`</${name}\\s*>`, 'gi');
  close.lastIndex = from;
  return close.exec(source) === null ? source.length : close.lastIndex;
}

/** undefined = the tag cannot stay (a picture from elsewhere) */
function cleanAttributes(tag: string, text: string): string | undefined {
  const kept = new Map<string, string>();
  for (const [, key = '', ...values] of text.matchAll(ATTRIBUTE)) {
    const name = key.toLowerCase();
    // control characters and blanks inside an address are ways around its first letters
    const value = decode(values.find((value) => value !== undefined) ?? '');
    const address = [...value].filter((char) => char > ' ').join('');
    if (kept.has(name)) continue;
    if (name === 'href' && tag === 'a' && LINK.test(address)) kept.set(name, address);
    else if (name === 'src' && tag === 'img' && PICTURE.test(address)) kept.set(name, address);
    else if (PLAIN.includes(name)) kept.set(name, value);
  }
  if (tag === 'img' && !kept.has('src')) return undefined;
  return [...kept].map(([name, value]) => ` ${name}="${escapeHtml(value).replace(/"/g, '&quot;')}"`).join('');
}

const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const decode = (text: string): string =>
  text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : '';
  });
const escapeHtml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
/** entities stay what they are, lone marks become entities */
const cleanText = (text: string): string =>
  text.replace(/&(?!(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});)/gi, '&amp;').replace(/>/g, '&gt;');
