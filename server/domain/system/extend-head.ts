/** Extension fields (domain 10 §5.13): props are made from names, and what has data keeps its type and its decimals. */
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { countExtValues, keepExtIndexes, PROP } from '../../records/store/ext';
import type { LineOf } from '../../rows';
import { camelPinyin } from '../../tables/pinyin';

export const extendHead: DomainModule<'extendHead'> = {
  // what is searched has an index
  byOwner: ['add', 'edit'],
  async derive(record, old) {
    const known = new Map((old?.details ?? []).map((row) => [row.id, row]));
    const used = new Set(
      [...record.details, ...(old?.details ?? [])].map((row) => row.prop).filter((prop) => prop !== null),
    );
    for (const row of record.details) {
      if (row.prop !== null && row.prop !== undefined && row.prop !== '') continue;
      const prop = known.get(row.id)?.prop ?? free(propOf(String(row.label ?? '')), used);
      used.add(prop);
      row.prop = prop;
    }
    return undefined;
  },
  async check(record, old, ctx) {
    const problems: Problem[] = [];
    const say = (row: Line, field: string, text: string): void => {
      problems.push({ code: 'extendHead', path: `details[${row.id}].${field}`, text });
    };
    const before = new Map((old?.details ?? []).map((row) => [row.id, row]));
    const props = new Set<unknown>();
    for (const row of record.details) {
      if (!PROP.test(String(row.prop))) say(row, 'prop', '字段须以小写字母开头，只含字母和数字');
      else if (props.has(row.prop)) say(row, 'prop', '字段重复');
      props.add(row.prop);
      if (row.dictCode !== null && row.dictCode !== undefined && !hasDict(ctx, String(row.dictCode)))
        say(row, 'dictCode', `字典不存在：${String(row.dictCode)}`);
      const stored = before.get(row.id);
      before.delete(row.id);
      if (!stored || !changes(stored, row)) continue;
      const count = await countExtValues(ctx, String(record.code), String(stored.prop));
      if (count === 0) continue;
      if (stored.prop !== row.prop) say(row, 'prop', `字段不可修改：已有${count}条数据`);
      if (stored.type !== row.type || stored.dictCode !== row.dictCode)
        say(row, 'type', `类型不可修改：已有${count}条数据`);
      if (row.type === 'DECIMAL' && Number(row.scale ?? 4) < Number(stored.scale ?? 4))
        say(row, 'scale', '小数位不能减小');
      const [length, known] = [lengthOf(row), lengthOf(stored)];
      if (length < known) {
        const longer = await countExtValues(ctx, String(record.code), String(stored.prop), length);
        if (longer > 0) say(row, 'length', `长度不能小于已有数据：${longer}条超过${length}个字`);
      }
    }
    for (const gone of before.values()) {
      const count = await countExtValues(ctx, String(record.code), String(gone.prop));
      if (count > 0)
        problems.push({
          code: 'extendHead',
          path: 'details',
          text: `「${String(gone.label)}」已有${count}条数据，不能删除，可改为停用`,
        });
    }
    return problems;
  },
  async after({ record, old }, ctx) {
    const kept = record.details;
    const gone = (old?.details ?? []).filter((row) => !kept.some((line) => line.prop === row.prop));
    await keepExtIndexes(ctx, String(record.code), [
      ...gone.map((row) => ({ prop: String(row.prop), type: String(row.type), isSearched: false })),
      ...kept.map((row) => ({
        prop: String(row.prop),
        type: String(row.type),
        isSearched: row.inSearch === true && row.isDisabled !== true,
      })),
    ]);
  },
};

type Line = LineOf<'extendHead', 'details'>;
const READ = ['prop', 'type', 'dictCode', 'scale', 'length', 'max'] as const;
/** Texts without a length have 100, as the field they become. */
const lengthOf = (row: Line): number =>
  row.type === 'STRING' && isEmptyText(row.dictCode) ? Math.min(Number(row.max ?? 500), Number(row.length ?? 100)) : 0;
const isEmptyText = (value: unknown): boolean => value === null || value === undefined || value === '';
const changes = (stored: Line, row: Line): boolean =>
  READ.some((code) => (stored[code] ?? null) !== (row[code] ?? null));
const hasDict = (ctx: Ctx, code: string): boolean => ctx.records.dict(code) !== undefined;

/** `表面要求` → `extBiaoMianYaoQiu`, at most 30 characters. */
function propOf(label: string): string {
  const joined = camelPinyin(label);
  return `ext${joined === '' ? 'Field' : joined}`.slice(0, 28);
}
function free(prop: string, used: ReadonlySet<unknown>): string {
  for (let no = 1; ; no++) {
    const own = no === 1 ? prop : `${prop}${no}`;
    if (!used.has(own)) return own;
  }
}
