/** How much one user uploads in an hour, and what an organisation keeps. Bytes that are still coming count as well. */
import { sql } from 'kysely';
import { refuse } from '../errors';
import type { EngineCtx } from '../records/host';

const MB = 1024 * 1024;
/** of uploads under way in this process, by organisation and user */
const coming = new Map<string, number>();

/** Before a byte is read: refuses what would go beyond, or counts it as coming until the answer is called. */
export async function reserve(ctx: EngineCtx, bytes: number): Promise<() => void> {
  const key = `${ctx.org.schema} ${ctx.session.me.id}`;
  const before = coming.get(key) ?? 0;
  coming.set(key, before + bytes);
  const release = (): void => {
    const rest = (coming.get(key) ?? 0) - bytes;
    if (rest > 0) coming.set(key, rest);
    else coming.delete(key);
  };
  try {
    await assertQuota(ctx, before + bytes);
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

/** In a transaction of its own for an organisation at a time: what is counted is what will stand there. */
export async function assertQuota(ctx: EngineCtx, bytes: number): Promise<void> {
  const hourMb = Number(ctx.setting('file.hourMB'));
  const orgGb = Number(ctx.setting('file.orgGB'));
  if (ctx.inTx) await sql`select pg_advisory_xact_lock(hashtext(${`${ctx.org.schema} files`}))`.execute(ctx.trx);
  const { rows } = await sql<{ mine: string; whole: string }>`
    select coalesce(sum(size) filter (where uploaded_by_id = ${ctx.session.me.id} and uploaded_at > now() - interval '1 hour'), 0) as mine,
           coalesce(sum(size), 0) as whole
      from ${sql.table(`${ctx.org.schema}.mw_file`)}`.execute(ctx.trx);
  const { mine = 0, whole = 0 } = rows[0] ?? {};
  if (Number(mine) + bytes > hourMb * MB)
    throw refuse(`一小时内最多上传${hourMb}MB，请稍后再试`, { rule: 'file.hour' });
  if (Number(whole) + bytes > orgGb * 1024 * MB)
    throw refuse(`企业的文件已达${orgGb}GB上限，请联系管理员`, { rule: 'file.org' });
}
