/** Rules of the page 数据字典 (domain 10 §5.6): a changed record becomes a changed document, published with it. */
import type { AnyDoc, DictDoc, DictItemDoc, DictionariesDoc, Tone } from '../../../schemas/language/document';
import type { Problem, Rec, Row } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { lockSchemas } from '../../db/migrations';
import { refuse } from '../../errors';
import type { EngineCtx } from '../../records/host';
import type { SchemaFiles } from '../../registry/load';
import { camelPinyin } from '../../tables/pinyin';
import { editText, shippedText } from '../overlay';
import { publish } from '../publish';
import { OWN_CODE } from '../sorts';
import { usageOfDict } from '../usage';

export const dict: DomainModule = {
  async lock(_action, _ids, ctx) {
    await lockSchemas(ctx.trx);
  },
  async derive(record, old, ctx) {
    // as the documents say it, so that the rows need no second change after the publish
    for (const row of rowsOf(record)) {
      row.isDefault = row.isDefault === true;
      row.isDisabled = row.isDisabled === true;
      row.isShipped = row.isShipped === true;
    }
    if (old !== null) return undefined;
    const code = blank(record.code)
      ? freeCode(String(record.name ?? ''), (text) => ctx.records.dict(text) !== undefined)
      : (record.code as string);
    return { code, isSystem: false, isOpen: true };
  },
  async check(record, old, ctx) {
    const { registry, host } = ctx as EngineCtx;
    const problems: Problem[] = [];
    const say = (path: string, text: string): void => {
      problems.push({ code: 'dict', path, text });
    };
    if (old === null && !OWN_CODE.test(String(record.code))) say('code', '字典编码须以x加大写字母开头，仅含字母和数字');
    else if (old === null && registry.dicts.has(String(record.code)))
      say('code', `字典编码「${String(record.code)}」已存在，请更换`);
    if (!registry.files.dictionaries.some(({ doc }) => doc.area === record.area))
      say('area', '该模块没有字典，请选择其他模块');
    const below = shippedDict(host.registries.shipped.files, String(record.code));
    const shipped = new Set((below?.items ?? []).map((item) => item.code));
    const values = new Set(rowsOf(record).map((row) => row.value));
    if (below !== undefined && below.open !== true)
      for (const row of rowsOf(record))
        if (!shipped.has(String(row.value))) say(`items[${row.id}].value`, '系统字典的值不可修改');
    for (const value of shipped) if (!values.has(value)) say('items', '系统字典的值不可修改');
    for (const row of rowsOf(record))
      if (!blank(row.parentValue) && !values.has(row.parentValue))
        say(`items[${row.id}].parentValue`, `上级值不存在：${String(row.parentValue)}`);
    if (problems.length === 0 && old !== null) problems.push(...(await goneInUse(ctx, record, old, values)));
    return problems;
  },
  async after({ record, old, action }, ctx) {
    if (action !== undefined) return;
    await write(ctx, record, old === null ? '新增' : '修改', (dicts) => ({
      ...dicts,
      [String(record.code)]: dictOf(record, dicts[String(record.code)]),
    }));
  },
  actions: {
    async del(record, _ask, ctx) {
      if (record.isSystem === true) throw refuse('系统字典不可删除');
      const user = userOf(ctx as EngineCtx, String(record.code));
      if (user !== undefined) throw refuse(`字典「${String(record.name)}」已被${user}使用，不可删除，可停用其中的值`);
      await write(ctx, record, '删除', ({ [String(record.code)]: _gone, ...others }) => others);
      return undefined;
    },
    async restore(record, _ask, ctx) {
      const { host } = ctx as EngineCtx;
      const code = String(record.code);
      const below = shippedDict(host.registries.shipped.files, code);
      if (below === undefined) return undefined;
      const own = (now: DictDoc | undefined): readonly DictItemDoc[] =>
        (now?.items ?? []).filter((item) => !below.items?.some((eachItem) => eachItem.code === item.code));
      await write(ctx, record, '恢复出厂', (dicts) => ({
        ...dicts,
        [code]: { ...below, items: [...(below.items ?? []), ...own(dicts[code])] },
      }));
      return undefined;
    },
  },
};

const rowsOf = (record: Rec | null): readonly Row[] => (record?.items as readonly Row[] | undefined) ?? [];
const blank = (value: unknown): boolean => value === null || value === undefined || value === '';
const shippedDict = (files: SchemaFiles, code: string): DictDoc | undefined =>
  files.dictionaries.map(({ doc }) => doc.dicts[code]).find((dict) => dict !== undefined);

/** Values a record holds stay, to be shown by their title; they are switched off instead. */
async function goneInUse(ctx: Ctx, record: Rec, old: Rec, values: ReadonlySet<unknown>): Promise<readonly Problem[]> {
  const gone = rowsOf(old).filter((row) => !values.has(row.value));
  if (gone.length === 0) return [];
  const used = await usage(ctx, String(record.code));
  return gone.flatMap((row): readonly Problem[] => {
    const count = used.get(String(row.value)) ?? 0;
    const text = `值「${String(row.label)}」已被${count}条数据使用，不可删除，可改为停用`;
    return count === 0 ? [] : [{ code: 'dict', path: 'items', text }];
  });
}
/** The first field that reads a dictionary, as people call it. */
function userOf({ registry }: EngineCtx, code: string): string | undefined {
  for (const object of registry.objects.values())
    for (const field of Object.values(object.fields)) {
      const inner = Object.values(field.sub?.fields ?? {}).find((field) => field.dict === code);
      if (field.dict === code || inner !== undefined) return `「${object.title}」${(inner ?? field).title}`;
    }
  return undefined;
}
async function usage(ctx: Ctx, code: string): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const usage of await usageOfDict(ctx as EngineCtx, { dict: code }))
    counts.set(usage.code, (counts.get(usage.code) ?? 0) + usage.rows);
  return counts;
}

/** The text of a dictionary as the record says it; what the page does not show stays. */
function dictOf(record: Rec, known: DictDoc | undefined): DictDoc {
  const before = new Map((known?.items ?? []).map((item) => [item.code, item]));
  const items = rowsOf(record).map((row): DictItemDoc => {
    const { tone: _tone, parent: _parent, default: _default, off: _off, ...kept } = before.get(String(row.value)) ?? {};
    return {
      ...kept,
      code: String(row.value),
      title: String(row.label),
      ...(blank(row.color) ? {} : { tone: row.color as Tone }),
      ...(blank(row.parentValue) ? {} : { parent: String(row.parentValue) }),
      ...(row.isDefault === true ? { default: true } : {}),
      ...(row.isDisabled === true ? { off: true } : {}),
    };
  });
  const { note: _note, ...rest } = known ?? {};
  return {
    ...rest,
    title: String(record.name),
    ...(blank(record.remark) ? {} : { note: String(record.remark) }),
    items,
  };
}

/** One changed document, published in the transaction of the save: it holds for everybody, or nothing was saved. */
async function write(
  ctx: Ctx,
  record: Rec,
  what: string,
  change: (dicts: DictionariesDoc['dicts']) => DictionariesDoc['dicts'],
): Promise<void> {
  const engine = ctx as EngineCtx;
  const shipped = engine.host.registries.shipped.files;
  const id = `dictionaries:${String(record.area)}`;
  const wished = (now: SchemaFiles): AnyDoc | undefined => {
    const doc = editText(shipped, now, id) as DictionariesDoc | undefined;
    if (doc === undefined) return undefined;
    const dicts = change(doc.dicts);
    // a document of the organisation whose last dictionary goes, goes too
    return Object.keys(dicts).length === 0 && shippedText(shipped, id) === undefined ? undefined : { ...doc, dicts };
  };
  await publish(engine, ({ files }) => [{ id, doc: wished(files) }], {
    note: `数据字典：${what}「${String(record.name)}」`,
    unchanged: true,
  });
}

function freeCode(name: string, taken: (code: string) => boolean): string {
  const spelled = camelPinyin(name);
  const base = `x${/^[A-Z]/.test(spelled) ? spelled : `Dict${spelled}`}`.slice(0, 36);
  for (let n = 1; ; n++) {
    const code = n === 1 ? base : `${base}${n}`;
    if (!taken(code)) return code;
  }
}
