/** Documents from documents: the open lines to choose from, and the documents that came of them. */
import { lazy } from 'react';
import { keepPushed } from '../data/pushed';
import { recordClient } from '../data/record-client';
import type { ActData, Target, WireRow } from '../data/types';
import { withQuery } from './open-record';
import type { PushPreview } from './PushDialog';
import { refusalOf } from './result';
import type { Running } from './running';

const PushDialog = lazy(() => import('./PushDialog').then((module) => ({ default: module.PushDialog })));
const ResultDialog = lazy(() => import('./ResultDialog').then((module) => ({ default: module.ResultDialog })));

export async function askPush(run: Running): Promise<boolean> {
  const { page, host } = run.at;
  const action = run.action;
  try {
    const preview = await recordClient.preview<PushPreview>(page.code, action.code, run.body({}), { quiet: true });
    return await run.desk.show<boolean>((done) => (
      <PushDialog
        title={action.title}
        {...preview}
        onSend={(rows) => run.send({ targets: pushTargets(run, rows, preview.lines) }, true)}
        onWay={(way) => void run.takeWay(way)}
        onClose={done}
      />
    ));
  } catch (cause) {
    const known = refusalOf(cause);
    if (known === undefined) host.feedback.error(cause instanceof Error ? cause.message : String(cause));
    else await run.told(known.text, known.refusal);
    return false;
  }
}
/** Chosen lines under the records they are lines of. */
function pushTargets(
  run: Running,
  rows: readonly { readonly id: string; readonly qty?: number }[],
  lines: readonly WireRow[],
): readonly Target[] {
  const ownerOf = (rowId: string): string | undefined => {
    const line = lines.find((line) => line.rowId === rowId);
    const owner = line?.headId ?? line?.srcId ?? line?.docId;
    return typeof owner === 'string' ? owner : undefined;
  };
  return run.records.flatMap(({ id, version }) => {
    const own = rows.filter((row) => (run.records.length === 1 ? true : ownerOf(row.id) === id));
    if (own.length === 0) return [];
    const asked = own.map(({ id: row, qty }) => (qty === undefined ? { id: row } : { id: row, ask: { qty } }));
    return [{ id, ...(version === undefined ? {} : { version }), rows: asked }];
  });
}

/** Their pages are opened, or they are named with a way to each. */
export function showPushed(run: Running, data: ActData, target: string): void {
  const { host, page } = run.at;
  const edit = host.urlOf(`${target}#edit`);
  for (const record of (data.records ?? []).slice(0, 5)) {
    const token = keepPushed(record);
    if (edit !== undefined) host.openPage(withQuery(edit, { from: page.object.object, token }));
  }
  showMade(run, data.created ?? []);
}

/** Stored documents are named, with a way to each of the first ones. */
export function showMade(run: Running, created: NonNullable<ActData['created']>): void {
  const { host } = run.at;
  if (created.length === 0) return;
  const names = created.map((made) => made.label ?? made.nbr ?? '').filter((name) => name !== '');
  void run.desk.show<unknown>((done) => (
    <ResultDialog
      title={run.action.title}
      text={`已生成 ${created.length} 张单据${names.length > 0 ? `：${names.join('、')}` : ''}`}
      rows={[]}
      ways={created.slice(0, 3).map((made) => ({ title: `查看 ${made.label ?? made.nbr ?? ''}`, page: made.id }))}
      onClose={(way) => {
        const made = created.find((item) => item.id === way?.page);
        const url = made === undefined ? undefined : host.urlOf(`${made.object}#detail`);
        if (made !== undefined && url !== undefined) host.openPage(withQuery(url, { id: made.id }));
        done(null);
      }}
    />
  ));
}
