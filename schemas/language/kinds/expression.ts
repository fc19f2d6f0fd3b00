/** 25 expression: text of an expression; `over` names its object, `result` its type (bool: condition builder). */
import { parseExpr } from '../expr/parse';
import { defineKind } from './define';
import { fieldProblem } from './scalar';
import { TYPES } from './types';

export const expressionKind = defineKind({
  id: 'expression',
  code: 25,
  title: '表达式',
  types: ['text'],
  props: ['over', 'result'],
  defaults: { max: 2000 },
  check(value, field, scope) {
    const problems = TYPES.text.check(value, field, scope);
    if (problems.length > 0) return problems;
    const parsed = parseExpr(String(value));
    return parsed.ast === undefined
      ? [fieldProblem('field.expression', field, scope.path, { reason: parsed.problem.text })]
      : [];
  },
});
