/** Conditions of server code with parameters: what type one has is told by its value, and in doubt by what it is compared with. */
import type { Bound } from '../../schemas/language/expr/check';
import type { FieldType, TypeLib } from '../../schemas/language/resolved';
import type { Rec } from '../../schemas/language/value';
import { memo } from '../registry/memo';
import { BOOL, bindText, ExpressionError } from './expression';
import { isUuid } from './list/list-request';

type Type = 'text' | 'id' | 'date' | 'datetime' | 'decimal' | 'bool';
const known = new WeakMap<TypeLib, Map<string, Bound>>();

/** Bound with the first types that fit: a batch may be numbered like a day, and nothing says what no value is. */
export function bindFound(lib: TypeLib, object: string, where: string, param: Rec): Bound {
  const choices = Object.entries(param).map(([code, value]) => ({
    code,
    many: Array.isArray(value),
    ...typesOf(value),
  }));
  const key = [object, where, ...choices.map(({ code, many, types }) => `${code}:${types}${many ? '*' : ''}`)].join(
    '\n',
  );
  return memo(
    memo(known, lib, () => new Map<string, Bound>()),
    key,
    () => {
      let wrong: unknown;
      for (const chosen of combinations(choices.map(({ types }) => types)))
        try {
          const fields = choices.map(({ code, many }, n) => [code, fieldOf(code, chosen[n] ?? 'text', many)]);
          return bindText(lib, object, where, { want: BOOL, param: Object.fromEntries(fields) });
        } catch (error) {
          if (!(error instanceof ExpressionError)) throw error;
          wrong ??= error;
        }
      throw wrong;
    },
  );
}

/** What a value may be, the likeliest first: codes of dictionaries fit as texts. */
const typesOf = (value: unknown): { readonly types: readonly Type[] } => {
  if (Array.isArray(value) && value.length > 0) return typesOf(value[0]);
  if (typeof value === 'number') return { types: ['decimal'] };
  if (typeof value === 'boolean') return { types: ['bool'] };
  if (isUuid(value)) return { types: ['id', 'text'] };
  if (typeof value !== 'string') return { types: ['text', 'id'] };
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return { types: ['date', 'text'] };
  if (/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(value)) return { types: ['datetime', 'text'] };
  return { types: ['text'] };
};
const fieldOf = (code: string, type: Type, many: boolean): FieldType => ({
  code,
  title: code,
  kind: 'default',
  type,
  ...(many ? { many } : {}),
});
/** One of each, the firsts first. */
const combinations = (choices: readonly (readonly Type[])[]): readonly (readonly Type[])[] =>
  choices.reduce<readonly (readonly Type[])[]>(
    (all, types) => all.flatMap((head) => types.map((type) => [...head, type])),
    [[]],
  );
