/** 24 json: a plain JSON value that only code reads. */
import { defineKind } from './define';

export const jsonKind = defineKind({ id: 'json', code: 24, title: 'JSON', types: ['json'], facts: { isWide: true } });
