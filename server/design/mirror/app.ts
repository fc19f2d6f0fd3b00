/** Rules of the page 应用设置 (domain 10 §5.11): what is switched off is gone for everybody, its data stays. */
import { sql } from 'kysely';
import type { AnyDoc, MenusDoc } from '../../../schemas/language/document';
import type { Rec } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { EngineCtx } from '../../records/host';
import { CORE } from '../../registry/apps';
import { isOpened, mayEdit, openedApps } from '../apps';
import { editText } from '../overlay';
import { publish } from '../publish';
import { neededApps } from './app-rows';

export const app: DomainModule = {
  async after({ record, old, action }, ctx) {
    if (action !== undefined || old === null || record.source !== '20') return;
    const engine = ctx as EngineCtx;
    const owners = ids(old.owners);
    if (!mayEdit(engine, { owners })) throw refuse('只有应用负责人可以修改');
    await ctx.trx
      .updateTable('mw_app')
      .set({
        title: String(record.name),
        icon: text(record.icon),
        colour: text(record.colour),
        owners: sql`${ids(record.owners)}::uuid[]`,
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where('code', '=', String(record.code))
      .execute();
    if (record.name !== old.name || record.icon !== old.icon) await rename(engine, record);
  },
  actions: {
    async disable(record, _ask, ctx) {
      const { registry } = ctx as EngineCtx;
      const code = String(record.code);
      if (CORE.has(code)) throw refuse(`「${String(record.name)}」是基础应用，不能停用`);
      for (const other of await others(ctx, record, '0'))
        if (neededApps(registry, String(other.code)).has(code))
          throw refuse(`应用「${String(other.name)}」依赖此应用，请先停用`);
      return undefined;
    },
    async enable(record, _ask, ctx) {
      if (!isOpened(await openedApps(ctx.trx, ctx.org.schema), String(record.code)))
        throw refuse(`应用「${String(record.name)}」未开通，请联系服务商`);
      const needed = neededApps((ctx as EngineCtx).registry, String(record.code));
      for (const other of await others(ctx, record, '1'))
        if (needed.has(String(other.code))) throw refuse(`此应用依赖应用「${String(other.name)}」，请先启用`);
      return undefined;
    },
  },
};

/** The others in this state, locked: two that need each other are not switched at once. */
async function others(ctx: Ctx, record: Rec, state: string): Promise<readonly Rec[]> {
  const { records } = ctx.asSystem();
  const all = await records.find('app', 'true', { sort: 'code' });
  const locked = await records.many(
    'app',
    all.map((row) => row.id as string),
    { lock: true },
  );
  return locked.filter((row) => row.id !== record.id && (row.isDisabled ?? '0') === state);
}

/** Its menu is called as it is. */
async function rename(ctx: EngineCtx, record: Rec): Promise<void> {
  const shipped = ctx.host.registries.shipped.files;
  const id = `menus:${String(record.code)}`;
  await publish(
    ctx,
    ({ files }) => {
      const doc = editText(shipped, files, id) as MenusDoc | undefined;
      if (doc === undefined) return [];
      const { icon: _icon, ...rest } = doc;
      const icon = text(record.icon);
      return [{ id, doc: { ...rest, title: String(record.name), ...(icon === null ? {} : { icon }) } as AnyDoc }];
    },
    { note: `应用：修改「${String(record.name)}」`, unchanged: true },
  );
}
const ids = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : []);
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
