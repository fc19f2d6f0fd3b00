/** A real record the draft is tried on: one of the newest, or the one that was chosen. Read as the published page gives it. */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { recordClient } from '../../runtime/data/record-client';
import type { WireRecord, WireRow } from '../../runtime/data/types';
import { HopStore, type Page } from '../../runtime/page/index';
import { decodeRecord } from '../../schemas/language/kinds/record-codec';
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Sample } from '../expression/index';

export interface SampleRow {
  readonly id: string;
  readonly title: string;
}
export interface Sampling {
  readonly rows: readonly SampleRow[];
  readonly id: string | undefined;
  readonly sample: Sample | undefined;
  readonly pending: boolean;
  /** why there is none */
  readonly problem: string;
  /** before that there is no record to try it on */
  readonly published: boolean;
  readonly choose: (id: string) => void;
  readonly search: (text: string) => void;
}
const SIZE = 20;

/** `published` = the object has a page that can be asked; a new one has no records yet. */
export function useSample(page: Page | undefined, published: boolean): Sampling {
  const object = page?.object;
  const code = object?.object ?? '';
  const [chosen, setChosen] = useState<{ readonly of: string; readonly id: string }>();
  const [typed, setTyped] = useState('');
  const label = object?.label[0];
  const isSearchable = label !== undefined && object?.fields[label]?.type === 'text';
  const rows = useQuery({
    queryKey: ['design', 'samples', code, typed],
    queryFn: () =>
      recordClient.list(
        code,
        {
          current: 1,
          size: SIZE,
          ...(typed === '' || !isSearchable ? {} : { q: { f: label, op: 'like', v: typed } }),
        },
        { quiet: true },
      ),
    enabled: published && code !== '',
    staleTime: 60_000,
    retry: false,
    placeholderData: (before) => before,
  });
  const listed = useMemo(
    () =>
      object === undefined
        ? []
        : (rows.data?.records ?? []).map((row) => ({ id: String(row.id), title: titleOf(object, row) })),
    [object, rows.data],
  );
  const id = chosen?.of === code ? chosen.id : listed[0]?.id;
  const record = useQuery({
    queryKey: ['design', 'sample', code, id],
    queryFn: () => recordClient.getOne(code, { id: id ?? '' }, { quiet: true }),
    enabled: published && id !== undefined,
    staleTime: 60_000,
    retry: false,
  });
  const sample = useMemo(
    () => (page === undefined || record.data === undefined ? undefined : sampleOf(page, record.data)),
    [page, record.data],
  );
  const failed = rows.error ?? record.error;
  return {
    rows: listed,
    id,
    sample,
    pending: published && (rows.isPending || (id !== undefined && record.isPending)),
    published,
    problem: !published
      ? '发布以后才有单据可以试'
      : failed !== null
        ? failed.message
        : rows.data !== undefined && listed.length === 0
          ? '还没有单据'
          : '',
    choose: (next) => setChosen({ of: code, id: next }),
    search: setTyped,
  };
}

/** A wire record as the draft understands it: fields it no longer has are left out, new ones are empty. */
export function sampleOf(page: Page, wire: WireRecord): Sample {
  const { rec, labels } = decodeRecord(page.object, wire, { newId: () => '' });
  const hops = new HopStore(wire._hop);
  for (const { object, id, label } of labels) hops.setLabel(object, id, label);
  return {
    title: titleOf(page.object, wire),
    doc: { ...rec, id: wire.id, version: wire.version ?? null },
    env: page.env(hops),
  };
}

const titleOf = (object: ResolvedObject, row: WireRow): string => {
  const parts = object.label.map((code) => row[code]).filter((part) => typeof part === 'string' && part !== '');
  return parts.length === 0 ? String(row.id).slice(0, 8) : parts.join(' ');
};
