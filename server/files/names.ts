/** Names of files are texts of strangers: cleaned before they are kept, encoded before they stand in a header, never a path. */

/** Longest name kept, in characters; its ending stays. */
const LONGEST = 120;

/** What is left of a name: no folders, no control or direction characters, nothing a file system or a shell reads. */
export function cleanName(given: string): string {
  const last = given.normalize('NFC').split(/[\\/]/).pop() ?? '';
  const bare = last
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are taken out
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, '')
    .replace(/[<>:"|?*`$;&]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const ending = endingOf(bare);
  const chars = [...bare];
  if (chars.length <= LONGEST) return bare === '' ? '未命名' : bare;
  const tail = ending === '' ? '' : `.${ending}`;
  return chars.slice(0, LONGEST - [...tail].length).join('') + tail;
}

/** Ending in small letters, '' when there is none. */
export function endingOf(name: string): string {
  const [, ending] = /[^.]\.([A-Za-z0-9]{1,10})$/.exec(name) ?? [];
  return ending?.toLowerCase() ?? '';
}

/** The header by RFC 6266: a plain name for old readers, the real one as RFC 5987 says. */
export function contentDisposition(how: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '_');
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (text) => `%${text.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename="${plain}"; filename*=UTF-8''${whole}`;
}
