/** 21 signature: one picture; on the wire {id, url} or null. */
import { readFiles } from '../codec/file-list';
import type { FileValue } from '../value';
import { defineKind } from './define';
import { fieldProblem } from './scalar';

export const signatureKind = defineKind({
  id: 'signature',
  code: 21,
  title: '签名',
  types: ['file'],
  facts: { as: 'image', isDrawn: true },
  codec: {
    fromWire(wire, field, path = field.path) {
      const files = readFiles(wire);
      if (files === undefined || files.length > 1) return { problem: fieldProblem('field.shape', field, path) };
      return { value: files };
    },
    toWire: (value) => (Array.isArray(value) ? ((value as readonly FileValue[])[0] ?? null) : null),
  },
});
