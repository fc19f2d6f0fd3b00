/** 25 expression: text of an expression; `over` names its object, `result` its type (bool: condition builder). */
import { defineKind } from './define';

export const expressionKind = defineKind({
  id: 'expression',
  code: 25,
  title: '表达式',
  types: ['text'],
  props: ['over', 'result'],
  defaults: { max: 2000 },
});
