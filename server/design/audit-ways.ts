/** What objects say about how they are audited, written into 单据审核 by the publish that changes it. */
import type { AuditWay } from '../../schemas/language/document';
import type { EngineCtx } from '../records/host';
import type { ObjectPair } from './compare';

/** codes of the dictionary auditMode */
const MODES: Readonly<Record<AuditWay, '0' | '1' | '2'>> = { save: '0', hand: '1', flow: '2' };

/** `ctx` knows the documents as they are from now on. Who publishes an object decides this of it as well, so no other right is asked. */
export async function keepAuditWays(ctx: EngineCtx, pairs: readonly ObjectPair[]): Promise<void> {
  const { records } = ctx.asSystem();
  const changed = pairs.filter(
    ({ before, after }) =>
      before?.audit !== after.audit || (after.audit !== undefined && before?.object !== after.object),
  );
  if (changed.length === 0) return;
  const rows = new Map((await records.find('auditSetting', 'true')).map((row) => [String(row.docType), row]));
  for (const { before, after } of changed) {
    const row = rows.get(after.object);
    const mode = after.audit === undefined ? commonMode(ctx) : MODES[after.audit];
    if (row === undefined) {
      if (after.audit !== undefined) await records.save('auditSetting', { docType: after.object, mode });
      continue;
    }
    // taken out: what somebody chose on the page since then stays
    const isTheirs = after.audit === undefined && before?.audit !== undefined && row.mode !== MODES[before.audit];
    if (!isTheirs && row.mode !== mode) await records.save('auditSetting', { ...row, mode });
  }
}

/** what holds for documents that say nothing of their own */
function commonMode(ctx: EngineCtx): '0' | '1' | '2' {
  const mode = ctx.setting('audit.mode');
  return mode === '0' || mode === '2' ? mode : '1';
}
