/** Marked-up text of fields: what of it may be shown, and its plain words. The sanitiser is loaded when the first such text is. */
import type { DOMPurify } from 'dompurify';
import { HTML_ATTRIBUTES, HTML_TAGS } from '../../../schemas/language/codec/html';

/** pages and mail; pictures only of this server, so that no text of a field calls out */
const LINK = /^(?:https?:|mailto:|\/(?!\/))/i;
const PICTURE = /^(?:\/(?!\/)|data:image\/(?:png|jpeg|gif|webp);base64,)/i;

let loaded: DOMPurify | undefined;
let loading: Promise<DOMPurify> | undefined;
const load = (): Promise<DOMPurify> => {
  loading ??= import('dompurify').then(({ default: purify }) => {
    purify.addHook('afterSanitizeAttributes', (node) => {
      if (node.tagName === 'A') {
        if (!LINK.test(node.getAttribute('href') ?? '')) node.removeAttribute('href');
        node.setAttribute('target', '_blank');
        node.setAttribute('rel', 'noopener noreferrer');
      }
      if (node.tagName === 'IMG' && !PICTURE.test(node.getAttribute('src') ?? '')) node.remove();
    });
    loaded = purify;
    return purify;
  });
  return loading;
};

const clean = (purify: DOMPurify, html: string): DocumentFragment =>
  purify.sanitize(html, {
    ALLOWED_TAGS: [...HTML_TAGS],
    ALLOWED_ATTR: [...HTML_ATTRIBUTES],
    RETURN_DOM_FRAGMENT: true,
  });

/** Nodes that may be shown; a promise the first time. */
export const sanitised = (html: string): DocumentFragment | Promise<DocumentFragment> =>
  loaded === undefined ? load().then((purify) => clean(purify, html)) : clean(loaded, html);

/** The words of a marked-up text, one line. Nothing of it is loaded or run: the document they are read from is inert. */
export const plainText = (html: string): string => {
  if (!/[<&]/.test(html)) return html;
  const { body } = new DOMParser().parseFromString(
    html.replace(/<(br|\/p|\/li|\/div|\/h\d|\/tr)\b/gi, ' <$1'),
    'text/html',
  );
  for (const hidden of body.querySelectorAll('script, style, template')) hidden.remove();
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim();
};
