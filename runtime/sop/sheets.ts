/** An instruction as sheets to go through: its files, then its steps. Pure. */
import type { FileValue, Row } from '../../schemas/language/value';

export type Sheet =
  | { readonly sort: 'file'; readonly key: string; readonly title: string; readonly file: FileValue }
  | {
      readonly sort: 'step';
      readonly key: string;
      readonly title: string;
      readonly row: Row;
      readonly images: readonly FileValue[];
    };

const filesOf = (value: unknown): readonly FileValue[] => (Array.isArray(value) ? (value as readonly FileValue[]) : []);

export function sheetsOf(record: { readonly [field: string]: unknown }): readonly Sheet[] {
  const steps = [...((record.steps as readonly Row[] | null | undefined) ?? [])].sort(
    (a, b) => Number(a.stepNo ?? 0) - Number(b.stepNo ?? 0),
  );
  return [
    ...filesOf(record.files).map((file): Sheet => ({ sort: 'file', key: file.id, title: file.name, file })),
    ...steps.map(
      (row): Sheet => ({
        sort: 'step',
        key: row.id,
        title: `${String(row.stepNo ?? '')} ${String(row.title ?? '')}`.trim(),
        row,
        images: filesOf(row.image),
      }),
    ),
  ];
}

/** Where a swipe leads: left is onwards; what goes down more than aside is no swipe. */
export function swiped(
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
): -1 | 0 | 1 {
  const [aside, down] = [to.x - from.x, to.y - from.y];
  if (Math.abs(aside) < 60 || Math.abs(aside) < Math.abs(down) * 1.5) return 0;
  return aside < 0 ? 1 : -1;
}
