/** 排产参数 by their fixed calls: of the workshop, else of the factory. */
import { http } from '../../../runtime/data/http';
import { newToken } from '../../../runtime/data/ids';

export interface Changeover {
  readonly id?: string;
  readonly workGroupId: string | null;
  /** how a group that is not of this plan is called */
  readonly workGroup?: string | { readonly name?: string } | null;
  readonly fromKey: string | null;
  readonly toKey: string | null;
  readonly minutes: number | null;
}
export interface Config {
  readonly id: string | null;
  readonly version?: number;
  readonly workshopId: string | null;
  readonly direction: string;
  readonly rule: string;
  readonly horizonDays: number;
  readonly gapFill: boolean;
  readonly autoSplit: boolean;
  readonly splitMinHours: number | null;
  readonly materialMode: string;
  readonly labourMode: boolean;
  readonly lockHours: number | null;
  readonly dueTime: string;
  readonly receiptMin: number | null;
  readonly faultHours: number | null;
  readonly improveSec: number | null;
  readonly useOvertime: boolean;
  readonly weights: string;
  readonly changeover: readonly Changeover[];
}
const PATH = '/lcdp/tBdSchedulingConfig';
const QUIET = { quiet: true };
/** what is written: the rest of the record is the server's */
const FIELDS = [
  'direction',
  'rule',
  'horizonDays',
  'gapFill',
  'autoSplit',
  'splitMinHours',
  'materialMode',
  'labourMode',
  'lockHours',
  'dueTime',
  'receiptMin',
  'faultHours',
  'improveSec',
  'useOvertime',
  'weights',
] as const satisfies readonly (keyof Config)[];

/** `own`: the set is of this workshop and is changed; another's is the pattern of a new one. */
export const bodyOf = (config: Config, workshopId: string, own: boolean): object => ({
  ...(own ? { id: config.id, version: config.version } : {}),
  workshopId,
  ...Object.fromEntries(FIELDS.map((field) => [field, config[field]])),
  changeover: config.changeover.map(({ id, workGroupId, fromKey, toKey, minutes }) => ({
    ...(own && id !== undefined ? { id } : {}),
    workGroupId,
    fromKey,
    toKey,
    minutes,
  })),
});
export const settingsCalls = {
  read: (workshopId: string): Promise<Config> => http.get(`${PATH}/getOne`, { ...QUIET, params: { workshopId } }),
  save: (body: object): Promise<{ readonly id: string; readonly version: number }> =>
    http.post(`${PATH}/saveOrUpdate`, { ...body, token: newToken() }, QUIET),
};
