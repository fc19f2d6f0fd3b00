/** The tables of other systems as the server lists them, and what is done with each: begun, run now, given up. */
import { useCallback, useEffect, useState } from 'react';
import { useHost } from '../../runtime/page/index';
import type { SyncListed } from '../../schemas/language/wire-design';
import { designClient } from '../data/client';
import { readTable, type TableBasis } from './TablePick';

const wordsOf = (cause: unknown): string => (cause instanceof Error ? cause.message : '没有做成');

export type SyncTabling = ReturnType<typeof useSyncTables>;

export function useSyncTables(onNew: (basis: TableBasis) => void) {
  const { feedback, session } = useHost();
  const [tables, setTables] = useState<readonly SyncListed[] | string>();
  const [setting, setSetting] = useState<SyncListed>();
  const [running, setRunning] = useState<string>();
  const may = session.can('dataModel:publish');
  const load = useCallback(
    () =>
      designClient.tables().then(
        (found) => setTables(found),
        (cause: unknown) => setTables(wordsOf(cause)),
      ),
    [],
  );
  useEffect(() => void load(), [load]);
  const begin = (table: SyncListed): Promise<void> =>
    readTable(table).then(onNew, (cause: unknown) => feedback.warning(wordsOf(cause)));
  const run = async (id: string): Promise<void> => {
    setRunning(id);
    try {
      feedback.success((await designClient.runTable(id)).text);
    } catch (cause) {
      feedback.warning(wordsOf(cause));
    }
    setRunning(undefined);
    await load();
  };
  const remove = async (id: string, name: string): Promise<void> => {
    const sure = await feedback.confirm(`不再同步「${name}」，已经同步来的数据留着。`, { danger: true });
    if (!sure) return;
    await designClient.removeTable(id).catch((cause: unknown) => feedback.warning(wordsOf(cause)));
    await load();
  };
  return {
    /** undefined while they are read, a sentence when they could not be */
    tables,
    load,
    /** the table whose wish is open */
    setting,
    setSetting,
    running,
    may,
    begin,
    run,
    remove,
  };
}
