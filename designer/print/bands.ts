/** Bands a layout has not got yet, and what they begin with. */
import { deriveDetails, type Strip } from '../../schemas/language/print/index';
import type { Json } from '../../schemas/language/value';
import { BAND_TITLES, type Layout } from './model';

/** Bands that can be added: those that are not there, tables of sub-tables that are not printed. */
export function missingBands({ doc, object }: Layout): readonly { readonly key: string; readonly label: string }[] {
  if (doc.sort === 'label') return [];
  const printed = new Set(Object.values(doc.bands.details ?? {}).map((detail) => detail.rows));
  const bands = (Object.keys(BAND_TITLES) as (keyof typeof BAND_TITLES)[])
    .filter((band) => doc.bands[band] === undefined)
    .map((band) => ({ key: `bands.${band}`, label: BAND_TITLES[band] }));
  const parts = Object.entries(doc.bands.details ?? {}).flatMap(([code, detail]) =>
    (['header', 'footer'] as const)
      .filter((part) => detail[part] === undefined)
      .map((part) => ({
        key: `bands.details.${code}.${part}`,
        label: `${object.fields[detail.rows]?.title ?? code}${part === 'header' ? '头' : '尾'}`,
      })),
  );
  const tables = Object.values(object.fields)
    .filter((field) => field.sub !== undefined && !printed.has(field.code))
    .map((field) => ({ key: `rows:${field.code}`, label: `明细：${field.title}` }));
  return [...bands, ...parts, ...tables];
}
export function detailsFor({ object }: Layout, strip: Strip, rows: string) {
  const [, right, , left] = strip.margins;
  const field = object.fields[rows];
  const details = field === undefined ? {} : deriveDetails(field, strip.width - left - right);
  return { code: rows, details: details as unknown as Json };
}
