/** Sentences after an action, and what a refusal carries. */
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { Problem } from '../../schemas/language/value';
import { HttpError } from '../data/http';
import type { ActData, Refusal, WireRow } from '../data/types';

/** 成功{a}条，失败{b}条 of a bulk run; undefined when it was not row by row or nothing failed. */
export function bulkText(data: ActData): string | undefined {
  const failed = data.failed?.length ?? 0;
  return failed === 0 ? undefined : `成功${data.done?.length ?? 0}条，失败${failed}条`;
}

/** 已审核, 已删除; with the count when there were several. */
export function doneText(action: ResolvedAction, count: number): string {
  const verb = `已${action.title}`;
  return count > 1 ? `${verb} ${count} 条` : verb;
}

/** The data of a business refusal (203); undefined for every other failure. */
export function refusalOf(cause: unknown): { readonly text: string; readonly refusal: Refusal } | undefined {
  if (!(cause instanceof HttpError) || cause.code !== 203) return undefined;
  return { text: cause.msg, refusal: (cause.data ?? {}) as Refusal };
}

/** Nobody has judged the call: no network, or a server in trouble. */
export const isLost = (cause: unknown): boolean =>
  cause instanceof HttpError && (cause.code === 0 || cause.code >= 500);

/** A refusal that stays in the dialog it came to: the sentence, problems at its fields, ways out. */
export interface Held {
  /** empty = it was told already, or it was taken back */
  readonly text: string;
  readonly problems: readonly Problem[];
  readonly ways: NonNullable<Refusal['ways']>;
}
export const NOTHING_SAID: Held = { text: '', problems: [], ways: [] };

/** Rows an action answers (`shows`): what its module gave under any name, else its records. */
export function shownRows(data: ActData): readonly WireRow[] {
  const answer = data.answer as Readonly<Record<string, unknown>> | undefined;
  const rows = [data.rows, ...Object.values(answer ?? {})].find(Array.isArray) as readonly WireRow[] | undefined;
  return (rows ?? data.records ?? []).map((row, n) => ({
    ...row,
    id: typeof row.id === 'string' ? row.id : String(n),
  }));
}
