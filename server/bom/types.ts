/** Bills of materials as the engine reads them; quantities per piece are in the row's own unit, `factor` base units each. */
export interface BomItem {
  readonly id: string;
  readonly lineNo: number;
  readonly material: string;
  readonly unit: string;
  readonly factor: number;
  readonly perQty: number;
  readonly lossRate: number;
  readonly fixedLoss: number;
  readonly attrKey: string;
  /** the row counts only where these values are among the order's */
  readonly attrCond: string;
  readonly noExplode: boolean;
}
export interface BomOutput {
  readonly material: string;
  readonly costShare: number;
}
export interface BomVersion {
  readonly id: string;
  readonly code: string;
  readonly revision: string;
  readonly material: string;
  readonly attrKey: string;
  readonly factoryUnit: string | null;
  readonly isDefault: boolean;
  readonly effectDate: string;
  readonly baseQty: number;
  /** whose operations its cost takes */
  readonly route: string | null;
  readonly items: readonly BomItem[];
  readonly outputs: readonly BomOutput[];
}
export interface BomMaterial {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly spec: string | null;
  readonly makeType: string;
  readonly unit: string;
  readonly unitName: string;
  readonly decimals: number;
  /** codes of the attributes that tell its stock apart */
  readonly attrs: readonly string[];
  readonly stdCost: number | null;
}
/** What is read once for a question: materials by id, versions in force of the day by material. */
export interface BomData {
  readonly materials: ReadonlyMap<string, BomMaterial>;
  readonly versions: ReadonlyMap<string, readonly BomVersion[]>;
}
/** 虚拟件: never made or stocked, its rows stand in its place */
export const PHANTOM = '4';
export const BOUGHT = '2';
/** no order meets a deeper structure (20 §10.4) */
export const MAX_LEVELS = 30;
