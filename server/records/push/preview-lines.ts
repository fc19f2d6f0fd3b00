/** The lines of a push as its dialog lists them: where they come from, what they are about, how much is open. */
import type { ResolvedField } from '../../../schemas/language/resolved';
import type { Rec } from '../../../schemas/language/value';
import type { EngineCtx } from '../host';
import { isUuid } from '../list/list-request';
import { accessOf } from '../read/grants';
import { loadLabels } from '../read/labels';
import type { Wire } from '../read/read';
import { listLines } from './push';
import type { PushModel } from './push-model';

/** `{lines, subject}`; `subject` is the title of what `lines[].subject` says, null where rows are about nothing nameable. */
export async function previewLines(ctx: EngineCtx, pm: PushModel, heads: readonly Rec[]): Promise<Wire> {
  const lines = await listLines(ctx, pm, heads);
  const subject = subjectOf(ctx, pm);
  const ref = subject?.ref;
  const labels =
    subject && ref !== undefined
      ? (
          await loadLabels(ctx, new Map([[ref, new Set(lines.map(({ row }) => row?.[subject.code]).filter(isUuid))]]))
        ).get(ref)
      : undefined;
  const said = (value: unknown): string | null =>
    ref === undefined ? (typeof value === 'string' ? value : null) : (labels?.get(String(value)) ?? null);
  return {
    subject: subject?.title ?? null,
    lines: lines.map((line) => ({
      rowId: line.rowId,
      headId: line.head.id,
      nbr: line.nbr,
      lineNo: line.lineNo,
      subject: subject ? said(line.row?.[subject.code]) : null,
      limit: line.limit,
      used: line.used,
      open: line.open,
      asked: line.isOpen ? Math.max(0, line.asked ?? 0) : 0,
      isOpen: line.isOpen && (line.open === null || line.open > 0),
    })),
  };
}

/** What a row is about: its first shown reference that this user may read, else its first shown text. */
function subjectOf(ctx: EngineCtx, { source, rows }: PushModel): ResolvedField | undefined {
  const sub = rows === undefined ? undefined : source.fields[rows]?.sub;
  const shown = (sub?.columns ?? []).flatMap(({ field }): ResolvedField[] => {
    const found = field === undefined ? undefined : sub?.fields[field];
    return found && accessOf(source, found, ctx.session.rights) === 'value' ? [found] : [];
  });
  return shown.find(({ ref, many }) => ref !== undefined && many !== true) ?? shown.find(({ type }) => type === 'text');
}
