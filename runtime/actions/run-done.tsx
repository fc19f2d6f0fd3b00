/** What came of an action: fetched anew, taken over, or told. */
import { lazy } from 'react';
import type { ImportAnswer } from '../../schemas/language/wire';
import { saveContent } from '../data/download';
import { readAnew } from '../data/query-client';
import type { ActData } from '../data/types';
import { bulkText, doneText, shownRows } from './result';
import { showMade, showPushed } from './run-push';
import type { Running } from './running';

const ResultDialog = lazy(() => import('./ResultDialog').then((module) => ({ default: module.ResultDialog })));

/** What was read before is fetched anew; then the quiet word, or the dialog that says what failed. */
export async function showDone(run: Running, data: ActData): Promise<void> {
  const { page, host, client, onDone } = run.at;
  const action = run.action;
  if (action.draft === true) {
    const patch = data.patch as Readonly<Record<string, unknown>> | undefined;
    if (patch !== undefined) run.options.onPatch?.({ ...patch, _hop: data._hop });
    return;
  }
  void readAnew(client);
  onDone?.(action, data);
  if (action.builtIn && action.code === 'newVersion') {
    const [made] = data.created ?? [];
    host.feedback.success(`已生成 ${made?.nbr ?? '草稿'}`);
    if (made !== undefined) run.open({ sort: 'edit', id: made.id });
    return;
  }
  if (action.push !== undefined) {
    const { onRecords } = run.options;
    if (onRecords !== undefined && (data.records ?? []).length > 0) onRecords(data.records ?? []);
    else showPushed(run, data, action.push.to);
    return;
  }
  const { created = [] } = (data.answer as Pick<ActData, 'created'> | undefined) ?? {};
  if (created.length > 0) {
    showMade(run, created);
    return;
  }
  const file = (data.answer as Pick<ImportAnswer, 'file'> | undefined)?.file;
  if (file !== undefined) {
    saveContent(file);
    return;
  }
  const bulk = bulkText(data);
  if (bulk !== undefined) {
    await run.desk.show<unknown>((done) => (
      <ResultDialog title={action.title} text={bulk} rows={data.failed ?? []} ways={[]} onClose={done} />
    ));
  } else if (action.shows !== undefined) {
    await run.desk.show<unknown>((done) => (
      <ResultDialog
        title={action.shows?.title ?? action.title}
        shows={action.shows?.columns ?? []}
        lines={shownRows(data)}
        as={action.shows?.as}
        page={page}
        onClose={done}
      />
    ));
  } else host.feedback.success(toldOf(data) ?? doneText(action, run.records.length));
}

/** What the server says itself of what it did. */
const toldOf = ({ answer }: ActData): string | undefined => {
  const { text } = (answer ?? {}) as { readonly text?: unknown };
  return typeof text === 'string' && text !== '' ? text : undefined;
};
