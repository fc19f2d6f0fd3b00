/** What browser and server tell each other of labels and scanned codes (docs/api.md). */

/** Sorts of labels that are made: materials and batches, devices, places, people. */
export type LabelSort = 'LB' | 'EQ' | 'PS' | 'EM';

/** One thing to be labelled, as the screen lists it. */
export interface LabelSource {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly spec: string;
  readonly attrKey: string;
  readonly batchNbr: string;
  /** must name its batch */
  readonly traced: boolean;
  readonly total: number | null;
  /** standard pack */
  readonly each: number | null;
  readonly unit: string | null;
  readonly unitName: string;
  readonly decimals: number;
  /** layout the material wants */
  readonly tpl: string | null;
  readonly src?: { readonly object: string; readonly id: string; readonly nbr: string };
}
export interface LabelSources {
  readonly type: LabelSort;
  readonly rows: readonly LabelSource[];
}
export interface LabelTemplate {
  readonly code: string;
  readonly title: string;
  /** mm */
  readonly width: number;
  readonly height: number;
}
/** One thing a scanned code names. */
export interface ScanHit {
  readonly object: string;
  readonly objectTitle: string;
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly labelNo?: string;
  readonly batchNbr?: string;
  readonly attrKey?: string;
  readonly qty?: number;
  readonly unit?: string;
  readonly expireDate?: string;
  readonly serialNo?: string;
}
