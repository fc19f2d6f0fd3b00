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

/**
 * `{lines, subject}`; `subject` is the title of what `lines[].subject` says, null where rows are about nothing nameable; `lines[].unit` is
 * what its quantities are counted in.
 */
export async function previewLines(ctx: EngineCtx, pm: PushModel, heads: readonly Rec[]): Promise<Wire> {
  const lines = await listLines(ctx, pm, heads);
  const { subject, name, unit } = toldOf(ctx, pm);
  const asked = new Map<string, Set<string>>();
  for (const field of [subject, unit])
    if (field?.ref !== undefined)
      asked.set(field.ref, new Set(lines.map(({ row }) => row?.[field.code]).filter(isUuid)));
  const labels = await loadLabels(ctx, asked);
  const said = (field: ResolvedField | undefined, row: Rec | undefined): string | null => {
    const value = field && row?.[field.code];
    if (field?.ref !== undefined) return labels.get(field.ref)?.get(String(value)) ?? null;
    return typeof value === 'string' ? value : null;
  };
  return {
    subject: subject?.title ?? null,
    lines: lines.map((line) => ({
      rowId: line.rowId,
      headId: line.head.id,
      nbr: line.nbr,
      lineNo: line.lineNo,
      subject: [said(subject, line.row), said(name, line.row)].filter((text) => text !== null).join(' ') || null,
      unit: said(unit, line.row),
      limit: line.limit,
      used: line.used,
      open: line.open,
      asked: line.isOpen ? Math.max(0, line.asked ?? 0) : 0,
      isOpen: line.isOpen && (line.open === null || line.open > 0),
    })),
  };
}

interface Told {
  readonly subject?: ResolvedField | undefined;
  /** beside a subject that is called by its code alone */
  readonly name?: ResolvedField | undefined;
  readonly unit?: ResolvedField | undefined;
}
/** What a row is about: its first shown reference that this user may read with the name it brought, else its first shown text; and its unit. */
function toldOf(ctx: EngineCtx, { source, rows }: PushModel): Told {
  const sub = rows === undefined ? undefined : source.fields[rows]?.sub;
  if (sub === undefined) return {};
  const open = (code: string | undefined): ResolvedField[] => {
    const found = code === undefined ? undefined : sub.fields[code];
    return found && accessOf(source, found, ctx.session.rights) === 'value' ? [found] : [];
  };
  const shown = sub.columns.flatMap(({ field }) => open(field));
  const subject =
    shown.find(({ ref, many }) => ref !== undefined && many !== true) ?? shown.find(({ type }) => type === 'text');
  const [named] = Object.entries(subject?.fill ?? {}).find(([, path]) => path === 'name') ?? [];
  const [unit] = shown.flatMap((field) => (field.type === 'decimal' ? open(field.unit) : []));
  return { subject, name: open(named)[0], unit };
}
