import { sumDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import type { LineOf } from '../../rows';

type Line = LineOf<'afddDoc', 'rows'>;

/** Hours before and after its shift in which late work may begin. */
export const GRACE_HOURS = 2;
/** What a row of a 补报单 says of bad pieces: its columns and what is done with them. */
export const BAD = [
  ['reworkQty', '10'],
  ['workScrapQty', '20'],
  ['materialScrapQty', '30'],
  ['pendingQty', '40'],
] as const;
/** Between the serial numbers of a row. */
export const APART = '、';
export const serialsOf = (text: string | null): readonly string[] =>
  (text ?? '').split(/[、,，;；\s]+/).filter((serial) => serial !== '');
/** Pieces of a row, good and bad. */
export const totalOf = (row: Line): number => sumDec([row.qualifiedQty, ...BAD.map(([code]) => row[code] ?? 0)]);

/** The start at this operation that its person has open: what he reports late belongs to it. */
export const ownStart = async (
  { orderProcess, employee }: Pick<Line, 'orderProcess' | 'employee'>,
  ctx: Ctx,
): Promise<string | null> => {
  const { records } = ctx.asSystem();
  const running = await records.find('prdStart', 'orderProcess == param.operation && docStatus in [30, 40]', {
    param: { operation: orderProcess },
    sort: 'startTime',
  });
  const full = await records.many(
    'prdStart',
    running.map(({ id }) => id),
    { rows: ['workers'], stored: true },
  );
  return full.find(({ workers }) => workers.some((worker) => worker.employee === employee))?.id ?? null;
};
