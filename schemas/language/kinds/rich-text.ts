/** 20 richText: html, brought to the whitelist when it is read from outside, and sanitised again where it is drawn. */
import { cleanHtml, htmlText } from '../codec/html';
import { defineKind } from './define';
import { fieldProblem, isBlank } from './scalar';

export const richTextKind = defineKind({
  id: 'richText',
  code: 20,
  title: '富文本',
  types: ['text'],
  facts: { isLong: true, as: 'html', isWide: true },
  defaults: { max: 100_000 },
  codec: {
    fromWire(wire, field, path = field.path) {
      if (isBlank(wire)) return { value: null };
      if (typeof wire !== 'string' || wire.includes('\u0000'))
        return { problem: fieldProblem('field.shape', field, path) };
      return { value: cleanHtml(wire) || null };
    },
    toText: (value) => (typeof value === 'string' ? htmlText(value) : ''),
  },
});
