/** Where the codes of a dictionary are used: in documents of the draft, and in records. */
import { useEffect, useMemo, useState } from 'react';
import type { DictItemDoc } from '../../schemas/language/document';
import type { CodeUsage } from '../../schemas/language/wire-design';
import { designClient } from '../data/client';
import type { Seat } from '../desk/seat';
import { usesOfCode } from '../rules/code-uses';

export interface CodeUses {
  /** records with it */
  readonly rows: number;
  /** in a few words; 「…」 while the records are counted */
  readonly brief: string;
  /** each place, a line */
  readonly places: string;
}

export function useDictUses(seat: Seat, dict: string, items: readonly DictItemDoc[]): (code: string) => CodeUses {
  const usage = useUsage(dict, seat.view.open?.fresh === true);
  const { state } = seat.desk.store;
  const used = useMemo(
    () => new Map(items.map((item) => [item.code, usesOfCode(state, dict, item.code)])),
    [items, state, dict],
  );
  return (code) => {
    const stored = (usage ?? []).filter((item) => item.code === code);
    const rows = stored.reduce((sum, item) => sum + item.rows, 0);
    const named = used.get(code) ?? [];
    const counts = [rows > 0 ? `${rows} 条` : '', named.length > 0 ? `${named.length} 处` : ''];
    return {
      rows,
      brief:
        usage === undefined
          ? '…'
          : rows === 0 && named.length === 0
            ? '—'
            : counts.filter((text) => text !== '').join('，'),
      places: [...stored.map((item) => `${item.place} ${item.rows} 条`), ...named.map((use) => use.phrase)].join('\n'),
    };
  };
}

/** Records by code; what was never published is in none. */
function useUsage(dict: string, fresh: boolean): readonly CodeUsage[] | undefined {
  const [usage, setUsage] = useState<readonly CodeUsage[]>();
  useEffect(() => {
    let gone = false;
    if (dict === '' || fresh) {
      setUsage([]);
      return;
    }
    setUsage(undefined);
    designClient.usage(dict).then(
      (found) => !gone && setUsage(found),
      () => !gone && setUsage([]),
    );
    return () => {
      gone = true;
    };
  }, [dict, fresh]);
  return usage;
}
