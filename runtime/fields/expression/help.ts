/** Checks the text of an expression over an object, and names the fields that may stand in it. */
import { bindExpr } from '../../../schemas/language/expr/check';
import type { Ty } from '../../../schemas/language/expr/typed';
import { BOOL, DATE, DATETIME, DECIMAL, INT, TEXT, TIME } from '../../../schemas/language/expr/types';
import type { ObjectType, TypeLib } from '../../../schemas/language/resolved';
import type { ExpressionHelp } from '../input-props';

const RESULTS: { readonly [word: string]: Ty } = {
  bool: BOOL,
  int: INT,
  decimal: DECIMAL,
  text: TEXT,
  date: DATE,
  datetime: DATETIME,
  time: TIME,
};

export function expressionHelp(object: ObjectType, lib: TypeLib, result: string | undefined): ExpressionHelp {
  const want = result === undefined ? undefined : RESULTS[result];
  const names = Object.values(object.fields)
    .filter((field) => field.type !== 'none')
    .flatMap((field) => [
      { code: field.code, title: field.title },
      ...Object.values(field.sub ?? {}).map((column) => ({
        code: `${field.code}.${column.code}`,
        title: `${field.title} ${column.title}`,
      })),
    ]);
  return {
    names,
    check(text) {
      const bound = bindExpr(text, { lib, object }, want);
      return Array.isArray(bound) ? (bound[0]?.text ?? '表达式错误') : null;
    },
  };
}
