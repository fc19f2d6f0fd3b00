/** Rules of the page 菜单管理 (domain 10 §5.7): a changed row becomes a changed menu document, published with it. Rights never change. */
import type { AnyDoc, Many, MenuItemDoc, MenusDoc } from '../../../schemas/language/document';
import type { Problem, Rec } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { lockSchemas } from '../../db/migrations';
import { refuse } from '../../errors';
import type { EngineCtx } from '../../records/host';
import { camelPinyin } from '../../tables/pinyin';
import { editText, shippedText } from '../overlay';
import { publish } from '../publish';

type Items = Many<MenuItemDoc>;
/** directories below the area */
const DEEPEST = 3;

export const menu: DomainModule = {
  async lock(_action, _ids, ctx) {
    await lockSchemas(ctx.trx);
  },
  async derive(record, old, ctx) {
    if (old !== null) return undefined;
    const above = await aboveOf(record, ctx);
    const area = String(above?.area ?? '');
    const taken = new Set(codesOf(textOf(ctx as EngineCtx, area)?.items ?? {}));
    const { registry } = ctx as EngineCtx;
    const page = registry.page(String(record.page));
    return {
      code: `${area}.${freeCode(String(record.name ?? ''), taken)}`,
      type: '20',
      area,
      url: page?.route ?? null,
      isSystem: false,
    };
  },
  async check(record, old, ctx) {
    const problem = (path: string, text: string): readonly Problem[] => [{ code: 'menu', path, text }];
    const above = await aboveOf(record, ctx);
    if (old !== null && blank(old.parent))
      return blank(record.parent) ? [] : problem('parent', '模块不能移到别的菜单下');
    if (above === undefined) return problem('parent', '请选择上级菜单');
    if (old !== null && above.area !== old.area) return problem('parent', '不能移到其他模块的菜单下');
    // an overlay cannot take an entry of the product into a node of its own
    if (old !== null && record.parent !== old.parent && old.isSystem === true && above.isSystem !== true)
      return problem('parent', '系统菜单不能移到自建目录，可隐藏或排序');
    if ((await levelOf(above, ctx)) + (old === null && !blank(record.newDirectory) ? 1 : 0) >= DEEPEST + 1)
      return problem('parent', `菜单最多${DEEPEST}层`);
    if (old !== null && record.parent !== old.parent) return lastOne(ctx, old);
    if (old !== null) return [];
    const page = (ctx as EngineCtx).registry.page(String(record.page));
    if (blank(record.page) || page?.route === undefined) return problem('page', '菜单必须填写地址');
    const [other] = await ctx.asSystem().records.find('menu', 'url == param.url && id != param.id', {
      param: { url: page.route, id: record.id as string },
      limit: 1,
    });
    return other === undefined ? [] : problem('page', `地址已被菜单「${String(other.name)}」使用`);
  },
  async after({ record, old, action }, ctx) {
    if (action !== undefined) return;
    const key = keyOf(record);
    const parent = await listOf(record, ctx);
    if (old === null) {
      const item = itemOf({ page: String(record.page), title: String(record.name) }, record, null);
      const at = placed(parent, key, item, Number(record.sortNo));
      const whole = blank(record.newDirectory)
        ? at
        : placed(
            parent,
            freeCode(
              String(record.newDirectory),
              new Set([...codesOf(textOf(ctx as EngineCtx, String(record.area))?.items ?? {}), key]),
            ),
            { title: String(record.newDirectory), items: { [key]: item } },
            Number(record.sortNo),
          );
      return write(ctx, record, '新增', whole);
    }
    // one step moves, another changes: a step that does both would take the entry away and bring another
    if (old.parent !== record.parent) await write(ctx, record, '移动', moved(parent, key));
    await write(ctx, record, '修改', (doc) =>
      blank(record.parent)
        ? { ...doc, title: String(record.name), ...(blank(record.icon) ? {} : { icon: String(record.icon) }) }
        : inPlace(
            doc,
            key,
            (item) => itemOf(item, record, old),
            Number(record.sortNo) === Number(old.sortNo) ? undefined : Number(record.sortNo),
          ),
    );
  },
  actions: {
    async del(record, _ask, ctx) {
      if (record.isSystem === true) throw refuse('系统菜单不可删除，可隐藏');
      const [last] = await lastOne(ctx, record);
      const above = await aboveOf(record, ctx);
      // an own directory goes with the last entry in it
      if (last !== undefined && (above === undefined || above.isSystem === true)) throw refuse(last.text);
      const gone = last === undefined || above === undefined ? keyOf(record) : keyOf(above);
      await write(ctx, record, '删除', (doc) => ({ ...doc, items: without(doc.items, gone) }));
      return undefined;
    },
    async restore(record, _ask, ctx) {
      const engine = ctx as EngineCtx;
      const below = shippedText(engine.host.registries.shipped.files, `menus:${String(record.area)}`) as
        | MenusDoc
        | undefined;
      const shipped = below && findItem(below.items, keyOf(record));
      if (shipped !== undefined)
        await write(ctx, record, '恢复出厂', (doc) => inPlace(doc, keyOf(record), () => shipped, undefined));
      return undefined;
    },
  },
};

const blank = (value: unknown): boolean => value === null || value === undefined || value === '';
/** code inside its document: `system.role` → `role` */
const keyOf = (record: Rec): string => String(record.code).split('.').slice(1).join('.');
const textOf = ({ registry, host }: EngineCtx, area: string): MenusDoc | undefined =>
  editText(host.registries.shipped.files, registry.files, `menus:${area}`) as MenusDoc | undefined;

const aboveOf = async (record: Rec, ctx: Ctx): Promise<Rec | undefined> =>
  blank(record.parent) ? undefined : (await ctx.asSystem().records.many('menu', [record.parent as string]))[0];
async function levelOf(node: Rec, ctx: Ctx): Promise<number> {
  const above = await aboveOf(node, ctx);
  return above === undefined ? 1 : 1 + (await levelOf(above, ctx));
}
/** The code of the directory a row stands in; '' = at the top of its area. */
async function listOf(record: Rec, ctx: Ctx): Promise<string> {
  const above = await aboveOf(record, ctx);
  return above === undefined || blank(above.parent) ? '' : keyOf(above);
}
/** A directory of the product, and an area, keep something in them. */
async function lastOne(ctx: Ctx, record: Rec): Promise<readonly Problem[]> {
  const above = await aboveOf(record, ctx);
  const others = await ctx.asSystem().records.find('menu', 'parent == param.parent && id != param.id', {
    param: { parent: record.parent ?? null, id: record.id as string },
    limit: 1,
  });
  if (above === undefined || others.length > 0) return [];
  return [{ code: 'menu', path: 'parent', text: `目录「${String(above.name)}」里只剩这一项` }];
}

/** What the row says of an entry; its page, its screen and what stands in it are kept. */
function itemOf(item: MenuItemDoc, record: Rec, old: Rec | null): MenuItemDoc {
  const { title, icon: _icon, open: _open, in: _in, keep: _keep, hide: _hide, ...kept } = item;
  // an entry without a title is called as its page is, also tomorrow
  const named = old !== null && old.name === record.name ? title : String(record.name);
  const mark = (['all', 'browser', 'messenger'] as const)[Number(record.appMark)] ?? 'all';
  return {
    ...kept,
    ...(named === undefined ? {} : { title: named }),
    ...(blank(record.icon) ? {} : { icon: String(record.icon) }),
    ...(record.openMode === '2' ? { open: 'window' as const } : {}),
    ...(mark === 'all' ? {} : { in: mark }),
    ...(record.keepAlive === false ? { keep: false } : {}),
    ...(record.isShow === false ? { hide: true } : {}),
  };
}

type Change = (doc: MenusDoc) => MenusDoc;
const codesOf = (items: Items): readonly string[] =>
  Object.entries(items).flatMap(([code, item]) => [code, ...codesOf(item.items ?? {})]);
function findItem(items: Items, key: string): MenuItemDoc | undefined {
  for (const [code, item] of Object.entries(items)) {
    const found = code === key ? item : findItem(item.items ?? {}, key);
    if (found !== undefined) return found;
  }
  return undefined;
}
/** The list a directory holds, changed; '' = the top one. */
function inList(items: Items, directory: string, change: (list: Items) => Items): Items {
  if (directory === '') return change(items);
  return Object.fromEntries(
    Object.entries(items).map(([code, item]) => [
      code,
      item.items === undefined
        ? item
        : { ...item, items: code === directory ? change(item.items) : inList(item.items, directory, change) },
    ]),
  );
}
/** Where a number puts an entry among others, which stand at 10, 20, 30 … */
function sorted(list: Items, key: string, item: MenuItemDoc, at: number): Items {
  const others = Object.entries(list).map(([code, item], n) => ({ code, one: item, at: (n + 1) * 10 }));
  const rest = others.filter(({ code }) => code !== key);
  const before = rest.filter((item) => item.at <= at);
  return Object.fromEntries([
    ...before.map(({ code, one: item }) => [code, item] as const),
    [key, item] as const,
    ...rest.slice(before.length).map(({ code, one: item }) => [code, item] as const),
  ]);
}
const placed =
  (directory: string, key: string, item: MenuItemDoc, at: number): Change =>
  (doc) => ({ ...doc, items: inList(doc.items, directory, (list) => sorted(list, key, item, at)) });
const moved =
  (directory: string, key: string): Change =>
  (doc) => {
    const item = findItem(doc.items, key);
    if (item === undefined) return doc;
    return { ...doc, items: inList(without(doc.items, key), directory, (list) => ({ ...list, [key]: item })) };
  };
const inPlace = (
  doc: MenusDoc,
  key: string,
  change: (item: MenuItemDoc) => MenuItemDoc,
  at: number | undefined,
): MenusDoc => {
  const walk = (items: Items): Items => {
    const item = items[key];
    if (item === undefined)
      return Object.fromEntries(
        Object.entries(items).map(([code, item]) => [code, item.items ? { ...item, items: walk(item.items) } : item]),
      );
    return at === undefined
      ? Object.fromEntries(Object.entries(items).map(([code, item]) => [code, code === key ? change(item) : item]))
      : sorted(items, key, change(item), at);
  };
  return { ...doc, items: walk(doc.items) };
};
const without = (items: Items, key: string): Items =>
  Object.fromEntries(
    Object.entries(items)
      .filter(([code]) => code !== key)
      .map(([code, item]) => [code, item.items ? { ...item, items: without(item.items, key) } : item]),
  );

async function write(ctx: Ctx, record: Rec, what: string, change: Change): Promise<void> {
  const engine = ctx as EngineCtx;
  const shipped = engine.host.registries.shipped.files;
  const id = `menus:${String(record.area)}`;
  const note = `菜单：${what}「${String(record.name)}」`;
  await publish(
    engine,
    ({ files }) => {
      const doc = editText(shipped, files, id) as MenusDoc | undefined;
      return [{ id, doc: doc && (change(doc) as AnyDoc) }];
    },
    { note, unchanged: true },
  );
}

function freeCode(name: string, taken: ReadonlySet<string>): string {
  const spelled = camelPinyin(name);
  const base = `x${/^[A-Z]/.test(spelled) ? spelled : `Menu${spelled}`}`.slice(0, 36);
  for (let n = 1; ; n++) {
    const code = n === 1 ? base : `${base}${n}`;
    if (!taken.has(code)) return code;
  }
}
