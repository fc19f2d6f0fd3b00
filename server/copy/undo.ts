/** Takes a copy back in one target: only what nobody worked on and nothing else names. */
import { numberedIn } from '../../schemas/language/kinds/index';
import type { Rec } from '../../schemas/language/value';
import { versionKey } from '../../schemas/language/versions';
import { refuse } from '../errors';
import type { EngineCtx } from '../records/host';
import { firstHolder } from '../records/read/usage';
import { columnOf, tableOf } from '../tables/names';
import type { Kept } from './lines';
import { wholes } from './plan';

/** `lines` in the opposite order of the copy: what names others goes first. */
export async function undoCopy(target: EngineCtx, lines: readonly Kept[]): Promise<void> {
  const own = lines.flatMap(({ record_id }) => record_id ?? []);
  const stored = await storedOf(target, lines);
  for (const line of lines) {
    const rec = stored.get(line.record_id ?? '');
    if (!rec || Number(rec.version) !== Number(line.record_version))
      throw refuse(`${sayOf(target, line)}复制后已${rec ? '修改' : '删除'}，不能撤销复制`);
  }
  for (const object of new Set(lines.map((line) => line.object))) {
    const added = lines.filter((line) => line.object === object && line.result === 'added');
    const holder = await firstHolder(
      target,
      object,
      added.flatMap(({ record_id }) => record_id ?? []),
      own,
    );
    const line = added.find(({ record_id }) => record_id === holder?.of);
    if (holder && line)
      throw refuse(
        `${sayOf(target, line)}已被${holder.object.title}「${await target.records.label(holder.object.object, holder.id)}」引用，不能撤销复制`,
      );
  }
  for (const line of lines) await takeBack(target, line);
}

const sayOf = (ctx: EngineCtx, line: Kept): string => `${ctx.records.object(line.object).title}「${line.code}」`;

async function storedOf(ctx: EngineCtx, lines: readonly Kept[]): Promise<ReadonlyMap<string, Rec>> {
  const found = new Map<string, Rec>();
  for (const object of new Set(lines.map((line) => line.object))) {
    const ids = lines.flatMap((line) => (line.object === object ? (line.record_id ?? []) : []));
    for (const rec of await wholes(ctx, object, ids)) found.set(rec.id as string, rec);
  }
  return found;
}

async function takeBack(ctx: EngineCtx, { object, code, record_id: id, result, before }: Kept): Promise<void> {
  if (id === null) return;
  if (result === 'changed') {
    const [stored] = await wholes(ctx, object, [id]);
    await ctx.records.save(object, { ...before, id, version: stored?.version ?? null });
    return;
  }
  // a version in force is never deleted; this one was never anybody's
  if (versionKey(ctx.records.object(object)) !== undefined)
    await ctx.records.patch(object, id, { head: { docStatus: '10' } });
  await ctx.records.act(object, 'del', id);
  // numbers of deleted records stay taken; this one goes back, so that the copy can be made again
  const number = numberedIn(ctx.records.object(object).fields);
  if (number)
    await ctx.trx
      .updateTable(tableOf(object))
      .set({ [columnOf(number)]: `${code}~${id}` })
      .where('id', '=', id)
      .execute();
}
