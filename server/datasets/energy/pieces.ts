/** Good pieces of devices and of people, as reports say them; where nobody reported, as machines counted them (50 §6 energyPerPiece). */
import { sql } from 'kysely';
import { divDec, mulDec, subDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import type { TimeSpan } from '../iot/device-time';
import { outputFacts } from '../iot/output-facts';
import type { Made, Supplies } from './supplies';

export interface PieceRow extends Made {
  readonly day: string;
  readonly material: string | null;
  readonly process: string | null;
  readonly qty: number;
  /** hours they should have taken */
  readonly stdHours: number;
}
const DIMS: ReadonlySet<string> = new Set(['shiftDate', 'factoryUnit', 'equipment', 'material', 'process']);

export const piecesIn = async (ctx: Ctx, { from, to }: TimeSpan): Promise<readonly PieceRow[]> => {
  const badSource = String(ctx.setting('iot.badSource'));
  const facts = await outputFacts(ctx, { from, to, dims: DIMS, devices: 'all', badSource });
  const pieces: PieceRow[] = [];
  /** counted by machines, reported of no device: one of both counts */
  const counted = new Map<string, number>();
  for (const fact of facts) {
    const { factoryUnit, equipment, material, process, shiftDate } = fact;
    const place = {
      ...{ device: textOf(equipment), unit: textOf(factoryUnit), day: String(shiftDate) },
      ...{ material: textOf(material), process: textOf(process) },
    };
    const number = numberOf(fact.number);
    const isReported = numberOf(fact.reportQty) > 0;
    const qty = isReported ? numberOf(fact.reportGood) : Math.max(0, subDec(number, numberOf(fact.unqualifiedQty)));
    if (!isReported && qty > 0) counted.set(keyOf(place), (counted.get(keyOf(place)) ?? 0) + qty);
    const hours = isReported ? numberOf(fact.theoryTime) : shareOf(numberOf(fact.cycleSec) / 3600, qty, number);
    if (qty > 0) pieces.push({ ...place, qty, stdHours: hours });
  }
  for (const row of await reportedAlone(ctx, { from, to })) {
    const known = Math.min(counted.get(keyOf(row)) ?? 0, row.qty);
    counted.set(keyOf(row), (counted.get(keyOf(row)) ?? 0) - known);
    const qty = subDec(row.qty, known);
    if (qty > 0) pieces.push({ ...row, qty, stdHours: shareOf(row.stdHours, qty, row.qty) });
  }
  return pieces;
};
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const numberOf = (value: unknown): number => Number(value ?? 0);
const shareOf = (whole: number, part: number, of: number): number => divDec(mulDec(whole, part), of) ?? 0;
const keyOf = ({ day, material, process }: Pick<PieceRow, 'day' | 'material' | 'process'>): string =>
  `${day} ${material} ${process}`;

/** Effective reports that name no device. */
const reportedAlone = async (ctx: Ctx, { from, to }: TimeSpan): Promise<readonly PieceRow[]> => {
  const { rows } = await sql<PieceRow>`
    SELECT NULL AS device, workshop_id AS unit, shift_date::text AS day, material_id AS material, process_id AS process,
           sum(qualified_qty)::float8 AS qty, coalesce(sum(theory_hours), 0)::float8 AS "stdHours"
      FROM ${sql.id(ctx.org.schema, 'prd_report')} r
     WHERE is_deleted = 0 AND doc_status = '60' AND equipment_id IS NULL
       AND r.shift_date BETWEEN ${from}::date AND ${to}::date GROUP BY 2, 3, 4, 5 ORDER BY 3, 2, 4, 5`.execute(ctx.trx);
  return rows;
};

export interface Standing extends PieceRow {
  /** unit of the meter that measures where it was made */
  readonly at: string;
  readonly named: boolean;
}
/** Those that stand with a meter the reader sees. */
export const standingOf = (pieces: readonly PieceRow[], supplies: Supplies): readonly Standing[] =>
  pieces.flatMap((piece) => {
    const stand = supplies.standOf(piece);
    return stand === undefined ? [] : [{ ...piece, at: stand.unit, named: stand.named }];
  });
