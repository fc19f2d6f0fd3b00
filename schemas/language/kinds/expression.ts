/** 25 expression: text of an expression; `over` names its object, `result` its type (bool: condition builder; field: the code of one of its fields). */
import { parseExpr } from '../expr/parse';
import { defineKind } from './define';
import { fieldProblem } from './scalar';
import { TYPES } from './types';

export const expressionKind = defineKind({
  id: 'expression',
  code: 25,
  title: '表达式',
  types: ['text'],
  facts: { isWide: true },
  props: ['over', 'result'],
  defaults: { max: 2000 },
  check(value, field, scope) {
    const problems = TYPES.text.check(value, field, scope);
    if (problems.length > 0) return problems;
    const parsed = parseExpr(String(value));
    if (parsed.ast === undefined)
      return [fieldProblem('field.expression', field, scope.path, { reason: parsed.problem.text })];
    return field.result === 'field' && (parsed.ast.k !== 'path' || parsed.ast.names.length > 1)
      ? [fieldProblem('field.expression', field, scope.path, { reason: '应为一个字段' })]
      : [];
  },
});
