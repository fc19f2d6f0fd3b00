/** Where stock lies (domain/40 §3.1): one balance per key. Absent parts are null, never ''. */
export interface StockKey {
  readonly material: string;
  readonly attrKey: string | null;
  readonly warehouse: string;
  readonly position: string | null;
  readonly batchNbr: string | null;
  readonly qualityStatus: string;
  readonly owner: string;
  /** operation whose pieces a supplier holds: no value, outside on-hand */
  readonly stage: string | null;
}
export type KeyInput = Pick<StockKey, 'material' | 'warehouse'> & {
  readonly [part in Exclude<keyof StockKey, 'material' | 'warehouse'>]?: string | null | undefined;
};

/** 1 合格 2 待检 3 不合格 4 冻结 */
export const GOOD = '1';
export const WAITING = '2';
export const BAD = '3';
export const FROZEN = '4';
export const OWN = 'self';
/** 报废: the only warehouse kind that carries no value */
export const SCRAP_STORE = '9';

export const normaliseKey = (input: KeyInput): StockKey => ({
  material: input.material,
  attrKey: blank(input.attrKey),
  warehouse: input.warehouse,
  position: blank(input.position),
  batchNbr: blank(input.batchNbr),
  qualityStatus: blank(input.qualityStatus) ?? GOOD,
  owner: blank(input.owner) ?? OWN,
  stage: blank(input.stage),
});

/** One text per key, equal exactly for equal keys; locks are taken in its binary order. */
export const stockKey = (key: StockKey): string =>
  [key.material, key.warehouse, key.attrKey, key.position, key.batchNbr, key.qualityStatus, key.owner, key.stage]
    .map((part) => (part ?? '').replace(/[%|]/g, (char) => (char === '%' ? '%25' : '%7C')))
    .join('|');

/** The order of PostgreSQL's collation "C": bytes of UTF-8. */
export const compareBinary = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

export const sortedUnique = (texts: Iterable<string>): string[] => [...new Set(texts)].sort(compareBinary);

const blank = (text: string | null | undefined): string | null => {
  const trimmed = text?.trim();
  return trimmed === undefined || trimmed === '' ? null : trimmed;
};

/** The status a row was posted with, as a word of its dictionary. */
export const qualityOf = (key: StockKey | undefined) => QUALITY.find((word) => word === key?.qualityStatus);
const QUALITY = ['1', '2', '3', '4'] as const;
