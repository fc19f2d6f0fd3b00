/** A part with `report`, or an entry of `list.charts`, as a question to the server: its chart keys, and `with` read from the record. */

import type { ChartDoc, ChartKeys } from '../../schemas/language/document-report';
import type { Part } from '../../schemas/language/resolved';
import type { Json } from '../../schemas/language/value';
import type { ChartData } from '../../schemas/language/wire';
import { rem } from '../page/scale';
import type { CellAsk } from './types';

/** what a chart says of itself, wherever it stands */
export const CHART_KEYS = [
  'chart',
  'x',
  'series',
  'y',
  'right',
  'size',
  'sort',
  'top',
  'others',
  'compare',
  'target',
  'thresholds',
  'drill',
  'drillDims',
  'emit',
  'decimals',
  'unit',
  'options',
  'every',
] as const;
export const chartKeys = (from: ChartKeys): ChartKeys =>
  Object.fromEntries(CHART_KEYS.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]])));

/** What a chart says of its height, px at 1440; on a board its place says it. */
export const heightOf = ({ options }: ChartKeys): { readonly height?: string } =>
  options?.height === undefined ? {} : { height: rem(options.height) };

/** Reads a field of the record at hand; `undefined` while it is not known. */
export type ReadDoc = (field: string) => Json | undefined;

/** Undefined while a value of `with` is missing: an unsaved record has no rows of its own. */
export const partAsk = (part: Part | ChartDoc, doc?: ReadDoc): CellAsk | undefined => {
  const search: Record<string, Json> = {};
  for (const [code, value] of Object.entries(part.with ?? {})) {
    const read =
      typeof value === 'string' && value.startsWith('=')
        ? doc?.(
            value
              .slice(1)
              .trim()
              .replace(/^doc\./, ''),
          )
        : (value as Json);
    if (read === undefined || read === null || read === '') return undefined;
    search[code] =
      typeof read === 'object' && !Array.isArray(read) && 'id' in read
        ? ((read as { readonly id: Json }).id ?? null)
        : read;
  }
  const where = 'where' in part && part.where !== undefined ? { where: part.where } : {};
  return {
    report: part.report ?? '',
    chart: { ...chartKeys(part), ...where },
    ...(Object.keys(search).length === 0 ? {} : { search }),
  };
};

/** The aim of a KPI over the keys of a chart; limits the chart says itself stay. */
export const aimed = (keys: ChartKeys, goal: ChartData['goal']): ChartKeys =>
  goal === undefined
    ? keys
    : { ...keys, ...goal, ...(keys.thresholds === undefined ? {} : { thresholds: keys.thresholds }) };

/** Decimals and unit a chart says itself stand over those of its measures. */
export const presented = (data: ChartData, { decimals, unit }: ChartKeys): ChartData =>
  decimals === undefined && unit === undefined
    ? data
    : {
        ...data,
        measures: data.measures.map((measure) => ({
          ...measure,
          ...(decimals === undefined ? {} : { scale: decimals }),
          ...(unit === undefined ? {} : { suffix: unit }),
        })),
      };
