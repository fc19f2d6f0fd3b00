/** Bodies of the calls of 排产, read: what has not its shape is 400 before anything is asked of it. */
import { isDate, isDateTime } from '../../schemas/language/codec/date-time';
import type {
  MoveBody,
  PlanPlace,
  RunBody,
  ScenarioChange,
  ScenarioParams,
} from '../../schemas/language/wire-schedule';
import { badRequest } from '../errors';
import { isUuid } from '../records/list/list-request';

export type Given = Readonly<Record<string, unknown>>;
const MAX_IDS = 5_000;

export const id = (value: unknown): string => {
  if (typeof value !== 'string' || !isUuid(value)) throw badRequest();
  return value;
};
export const ids = (value: unknown): readonly string[] => {
  const found = list(value).map(id);
  if (found.length > MAX_IDS) throw badRequest();
  return found;
};
export const list = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value) || value.length > MAX_IDS) throw badRequest();
  return value as readonly unknown[];
};
export const whole = (value: unknown): number => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw badRequest();
  return value;
};
const positive = (value: unknown): number => {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0 || value > 1e12) throw badRequest();
  return value;
};
export const text = (value: unknown, max: number): string => {
  if (typeof value !== 'string' || value.length > max) throw badRequest();
  return value;
};
export const named = (value: unknown): string => {
  const name = text(value, 50).trim();
  if (name === '') throw badRequest();
  return name;
};
const when = (value: unknown, is: (text: string) => boolean): string => {
  if (typeof value !== 'string' || !is(value)) throw badRequest();
  return value;
};
export const day = (value: unknown): string => when(value, isDate);
const moment = (value: unknown): string => when(value, isDateTime);
const word = (value: unknown, words: readonly string[]): string => {
  if (typeof value !== 'string' || !words.includes(value)) throw badRequest();
  return value;
};
export const optional = <Key extends string>(given: Given, key: Key): { readonly [K in Key]?: string } =>
  // one key of the type
  (given[key] === undefined || given[key] === null || given[key] === '' ? {} : { [key]: id(given[key]) }) as {
    readonly [K in Key]?: string;
  };
const object = (value: unknown): Given => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badRequest();
  return value as Given;
};

export const oneOf = (given: Given): { readonly taskId?: string; readonly operationId?: string } => {
  const found = { ...optional(given, 'taskId'), ...optional(given, 'operationId') };
  if (Object.keys(found).length !== 1) throw badRequest();
  return found;
};
const DIRECTIONS = ['1', '2'];
const RULES = ['10', '20', '30', '40'];
export const runBody = (given: Given): RunBody => ({
  workshopId: id(given.workshopId),
  ...optional(given, 'scenarioId'),
  ...(given.workOrderIds === undefined ? {} : { workOrderIds: ids(given.workOrderIds) }),
  ...(given.direction === undefined ? {} : { direction: word(given.direction, DIRECTIONS) }),
  ...(given.rule === undefined ? {} : { rule: word(given.rule, RULES) }),
  ...(given.from === undefined ? {} : { from: moment(given.from) }),
});
const POLICIES = ['shift', 'only', 'swap'];
export const moveBody = (given: Given): MoveBody => ({
  planVersion: whole(given.planVersion),
  ...oneOf(given),
  resourceId: id(given.resourceId),
  start: moment(given.start),
  policy: word(given.policy, POLICIES) as MoveBody['policy'],
  ...(given.qty === undefined ? {} : { qty: positive(given.qty) }),
  dryRun: given.dryRun === true,
  ...optional(given, 'scenarioId'),
});
export const placeOf = (value: unknown): PlanPlace => {
  const place = object(value);
  return {
    taskId: id(place.taskId),
    operationId: id(place.operationId),
    part: whole(place.part),
    resourceId: id(place.resourceId),
    start: moment(place.start),
    qty: positive(place.qty),
    setupMin: whole(place.setupMin),
  };
};

/** Fields of 排产参数 a scenario may have otherwise, and what they may be. */
const CONFIG: Readonly<Record<string, (value: unknown) => boolean>> = {
  direction: (value) => DIRECTIONS.includes(String(value)),
  rule: (value) => RULES.includes(String(value)),
  horizonDays: (value) => isNumber(value, 1, 365),
  gapFill: isFlag,
  autoSplit: isFlag,
  splitMinHours: (value) => isNumber(value, 0, 1_000),
  materialMode: (value) => ['0', '1', '2'].includes(String(value)),
  labourMode: isFlag,
  lockHours: (value) => isNumber(value, 0, 10_000),
  dueTime: (value) => typeof value === 'string' && /^\d{2}:\d{2}(:\d{2})?$/.test(value),
  receiptMin: (value) => isNumber(value, 0, 100_000),
  useOvertime: isFlag,
};
function isFlag(value: unknown): boolean {
  return typeof value === 'boolean';
}
const isNumber = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'number' && value >= least && value <= most;

export const params = (given: Given): { readonly params?: ScenarioParams } => {
  if (given.params === undefined) return {};
  const { config = {}, changes = [] } = object(given.params);
  const values = object(config);
  for (const [code, value] of Object.entries(values))
    if (!Object.hasOwn(CONFIG, code) || CONFIG[code]?.(value) !== true) throw badRequest();
  const found = list(changes);
  if (found.length > 500) throw badRequest();
  return { params: { config: values as ScenarioParams['config'], changes: found.map(changeOf) } };
};
const changeOf = (value: unknown): ScenarioChange => {
  const change = object(value);
  switch (change.kind) {
    case 'priority':
      return {
        kind: 'priority',
        workOrderId: id(change.workOrderId),
        priority: word(change.priority, ['1', '2', '3', '4']),
      };
    case 'due':
      return { kind: 'due', workOrderId: id(change.workOrderId), dueDate: day(change.dueDate) };
    case 'qty':
      return { kind: 'qty', workOrderId: id(change.workOrderId), qty: positive(change.qty) };
    case 'stop':
    case 'open': {
      const [from, to] = [moment(change.from), moment(change.to)];
      if (to <= from) throw badRequest();
      return { kind: change.kind, resourceId: id(change.resourceId), from, to };
    }
    default:
      throw badRequest();
  }
};
