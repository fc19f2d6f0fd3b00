/** Pages of the layout: of a real document as the server prints it, or laid out here over a sample with the wished number of rows. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { PaintPage } from '../../runtime/data/print-types';
import type { Sample } from '../expression/index';
import { paintedPages } from './codes';
import type { Layout } from './model';
import { type RowCount, sheetsOf } from './sample';

export interface Pages {
  readonly width: number;
  readonly height: number;
  readonly pages: readonly PaintPage[];
}
export interface Printing {
  /** the draft over a real document; undefined = it cannot be asked */
  readonly ask: (() => Promise<Pages>) | undefined;
  /** names what is asked: the document of the draft and the record */
  readonly key: readonly string[];
}
export interface PagesShown {
  readonly shown: Pages | undefined;
  readonly pending: boolean;
  readonly problem: string;
}
const CALM_MS = 500;

export function usePages(
  layout: Layout,
  sample: Sample | undefined,
  rows: RowCount,
  { ask, key }: Printing,
  wanted: boolean,
): PagesShown {
  const isReal = rows === undefined && ask !== undefined;
  const calm = useCalm(layout);
  const here = useMemo(() => {
    if (!wanted || isReal || sample === undefined) return undefined;
    const sheets = sheetsOf(layout, sample, rows);
    return { width: sheets.width, height: sheets.height, pages: paintedPages(sheets) };
  }, [wanted, isReal, layout, sample, rows]);
  const there = useQuery({
    queryKey: ['design', 'print', ...key, calm],
    queryFn: () => (ask === undefined ? Promise.reject(new Error('没有单据')) : ask()),
    enabled: wanted && isReal,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: (before) => before,
  });
  if (!isReal) return { shown: here, pending: false, problem: '' };
  return { shown: there.data, pending: there.isFetching, problem: there.error === null ? '' : there.error.message };
}

let serial = 0;
const serials = new WeakMap<object, number>();
/** A number of the layout, once nobody types or drags any more. */
function useCalm(layout: Layout): number {
  const [calm, setCalm] = useState(() => numberOf(layout.doc));
  useEffect(() => {
    const timer = setTimeout(() => setCalm(numberOf(layout.doc)), CALM_MS);
    return () => clearTimeout(timer);
  }, [layout]);
  return calm;
}
function numberOf(doc: object): number {
  const known = serials.get(doc) ?? ++serial;
  serials.set(doc, known);
  return known;
}
