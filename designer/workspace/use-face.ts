/** The open object as pages of the runtime, over sample rows or the live ones of what is published. */
import { useMemo, useRef } from 'react';
import { recordClient } from '../../runtime/data/record-client';
import type { ListPageData, WireRecord } from '../../runtime/data/types';
import { factoryTime, type HostSession, type Page } from '../../runtime/page/index';
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Face } from '../canvas/boxes';
import { designPage } from '../canvas/design-page';
import { withKnown } from '../canvas/kept-cells';
import { type SampleContext, sampleRecord, sampleRows } from '../canvas/samples';
import { workedOut, workedRows } from '../canvas/worked';
import type { DeskView } from '../desk/desk';
import type { RowsShown } from '../desk/seat';

export interface FaceData {
  readonly page: Page;
  readonly record: WireRecord;
  readonly rows: (size: number) => Promise<ListPageData> | ListPageData;
}
const PEOPLE = new Set(['employee', 'user']);
const FEW = 9;
const MANY = 10_000;

export function useFace(view: DeskView, face: Face, session: HostSession, shown: RowsShown): FaceData | undefined {
  const { lib, dicts } = view;
  const object = useKnown(view.object);
  const published = view.open?.fresh === false;
  const page = useMemo(
    () => (object === undefined ? undefined : designPage({ object, lib, dicts, sort: face, session })),
    [object, lib, dicts, face, session],
  );
  const context = useMemo<SampleContext>(
    () => ({
      today: factoryTime(session.now()).slice(0, 10),
      dict: (code) => dicts.get(code),
      title: (code) => lib.object(code)?.title ?? '',
      people: PEOPLE,
      sys: (key) => session.sys(key),
    }),
    [session, dicts, lib],
  );
  return useMemo(() => {
    if (object === undefined || page === undefined) return undefined;
    const samples = (size: number): ListPageData => {
      const total = shown === 'none' ? 0 : shown === 'many' ? MANY : FEW;
      const made = sampleRows(object, Math.min(size, total), context);
      const records = workedRows(page, made, (n) => sampleRecord(object, n, context));
      return { records, total, current: 1, size };
    };
    const rows = (size: number): Promise<ListPageData> | ListPageData =>
      published && shown === 'some' ? liveRows(object.object, size).catch(() => samples(size)) : samples(size);
    return { page, record: workedOut(page, sampleRecord(object, 0, context)), rows };
  }, [object, page, context, shown, published]);
}

/** The object with its unchanged parts as they were: what is drawn of them need not be drawn again. */
function useKnown(object: ResolvedObject | undefined): ResolvedObject | undefined {
  const known = useRef<ResolvedObject>(undefined);
  return useMemo(() => {
    if (object !== undefined) known.current = withKnown(known.current, object);
    return object === undefined ? undefined : known.current;
  }, [object]);
}

/** Rows as the published page has them; a page without any shows samples. */
async function liveRows(object: string, size: number): Promise<ListPageData> {
  const data = await recordClient.list(object, { current: 1, size }, { quiet: true });
  if (data.records.length === 0) throw new Error('no rows');
  return data;
}
