/** Differences between records as people read them: the field, the row it stands in, the values as texts. */
import { kindOf } from '../../schemas/language/kinds/index';
import type { Difference, Held } from '../../schemas/language/record/merge';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { Row, Value } from '../../schemas/language/value';
import type { FormModel } from './form-model';
import { lookOf } from './render';

export interface ShownDifference {
  readonly key: string;
  readonly by: Difference['by'];
  readonly title: string;
  readonly base: string;
  readonly theirs: string;
  readonly mine: string;
}

export const EMPTY = '空';

export function shown(model: FormModel, difference: Difference): ShownDifference {
  const { key, by, field, row, col, rows } = difference;
  if (rows !== undefined) {
    const text = `新增 ${rows.length} 行`;
    const own = by === 'mine' ? { mine: text, theirs: '无' } : { theirs: text, mine: '无' };
    return { key, by, title: field.title, base: '无', ...own };
  }
  const title = [field.title, rowName(model, difference), col?.title].filter((part) => part !== undefined).join(' · ');
  const text = (value: Held): string =>
    row !== undefined && col === undefined
      ? value === null
        ? '已删除'
        : '保留'
      : valueText(model, col ?? field, value);
  return { key, by, title, base: text(difference.base), theirs: text(difference.theirs), mine: text(difference.mine) };
}

/** 第20行, by the number the row has on either side */
function rowName(model: FormModel, { field, row, mine, base }: Difference): string | undefined {
  if (row === undefined) return undefined;
  const number = field.sub?.rows.number ?? 'lineNo';
  const known = [mine, base].find((held): held is Row => typeof held === 'object' && held !== null && 'id' in held);
  const at =
    known ??
    model.subs.get(field.code)?.store.row(row) ??
    ((model.stored?.[field.code] as readonly Row[] | undefined) ?? []).find((eachRow) => eachRow.id === row);
  return `第${String(at?.[number] ?? at?.lineNo ?? '?')}行`;
}

export function valueText(model: FormModel, field: ResolvedField, value: Held): string {
  const text = kindOf(field.kind).codec.toText((value ?? null) as Value, field, lookOf(model));
  return text === '' ? EMPTY : text;
}
