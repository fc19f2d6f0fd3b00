import { extPath } from '../../../schemas/language/ext';
import { AppError } from '../../errors';

/** Body of getPageList and export (language §12.3), shape checked; names are looked up later, in the plan. */
export interface ListRequest {
  readonly current: number;
  readonly size: number;
  readonly search: Readonly<Record<string, unknown>>;
  readonly where?: string | object;
  /** condition of the address (`?q=`): a tree, or `~<id>` of a kept one; refused like a stored scheme, never as a bug of the caller */
  readonly q?: string | object;
  readonly scheme?: string;
  readonly node?: { readonly field?: string; readonly id: string };
  readonly params: Readonly<Record<string, unknown>>;
  readonly sort?: string;
  readonly columns?: readonly string[];
  readonly ids?: readonly string[];
  /** one level of a tree: what has nothing above it that the list shows, or what stands directly below a record */
  readonly level?: string;
  /** of a tree: also the records above those that were found */
  readonly path?: true;
}
/** the first level of a tree */
export const TOP = 'top';

const KEYS = new Set([
  'current',
  'size',
  'search',
  'where',
  'q',
  'scheme',
  'node',
  'params',
  'sort',
  'columns',
  'ids',
  'rows',
  'level',
  'path',
]);
const MAX_SIZE = 1000;
const MAX_OFFSET = 10_000_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/** Anything of the wrong shape is 400 参数错误. `size` 0 or absent means the given default. */
export function parseListRequest(body: unknown, defaultSize: number): ListRequest {
  const from = object(body ?? {});
  for (const key of Object.keys(from)) if (!KEYS.has(key)) throw new AppError(400);
  const current = whole(from.current, 1);
  const size = whole(from.size, 0) || defaultSize;
  if (current < 1 || size > MAX_SIZE || current * size > MAX_OFFSET) throw new AppError(400);
  return {
    current,
    size,
    search: named(dict(from.search)),
    params: dict(from.params),
    ...condition('where', from.where),
    ...condition('q', from.q),
    ...text('scheme', from.scheme),
    ...sortOf(from.sort),
    ...nodeOf(from.node),
    ...columnsOf(from.columns),
    ...idsOf(from.ids),
    ...levelOf(from.level),
    ...(from.path === true ? { path: true as const } : {}),
  };
}

/** `ext.weight` is the column `ext_weight`. */
const named = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.keys(values).some((key) => key.includes('ext.'))
    ? Object.fromEntries(Object.entries(values).map(([key, value]) => [extPath(key), value]))
    : values;
function sortOf(value: unknown): { readonly sort?: string } {
  const { sort } = text('sort', value);
  return sort === undefined
    ? {}
    : {
        sort: sort
          .split(',')
          .map((part) => extPath(part.trim()))
          .join(','),
      };
}
function columnsOf(value: unknown): { readonly columns?: readonly string[] } {
  const { columns } = names('columns', value, 200);
  return columns === undefined ? {} : { columns: columns.map(extPath) };
}

export function object(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new AppError(400);
  return value as Readonly<Record<string, unknown>>;
}
const dict = (value: unknown): Readonly<Record<string, unknown>> =>
  value === undefined || value === null ? {} : object(value);

export function whole(value: unknown, preset: number): number {
  if (value === undefined || value === null || value === '') return preset;
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0) throw new AppError(400);
  return number;
}

function condition<K extends string>(key: K, value: unknown): { readonly [key in K]?: string | object } {
  if (value === undefined || value === null || value === '') return {};
  if (typeof value !== 'string' && typeof value !== 'object') throw new AppError(400);
  return { [key]: value } as { readonly [key in K]: string | object };
}
function text<K extends string>(key: K, value: unknown): { readonly [key in K]?: string } {
  if (value === undefined || value === null || value === '') return {};
  if (typeof value !== 'string' || value.length > 2000) throw new AppError(400);
  return { [key]: value } as { readonly [key in K]: string };
}
function nodeOf(value: unknown): { readonly node?: ListRequest['node'] } {
  if (value === undefined || value === null) return {};
  const { field, id } = object(value);
  if (id === undefined || id === null || id === '') return {};
  if (typeof id !== 'string' || (field !== undefined && typeof field !== 'string')) throw new AppError(400);
  return { node: field === undefined ? { id } : { field, id } };
}
function names<K extends string>(key: K, value: unknown, max: number): { readonly [key in K]?: readonly string[] } {
  if (value === undefined || value === null) return {};
  if (!Array.isArray(value) || value.length > max || !value.every((item) => typeof item === 'string'))
    throw new AppError(400);
  return { [key]: value as string[] } as unknown as { readonly [key in K]: readonly string[] };
}
function levelOf(value: unknown): { readonly level?: string } {
  if (value === undefined || value === null) return {};
  if (value !== TOP && !isUuid(value)) throw new AppError(400);
  return { level: value };
}
function idsOf(value: unknown): { readonly ids?: readonly string[] } {
  if (value === undefined || value === null) return {};
  if (!Array.isArray(value) || value.length > 10_000 || !value.every(isUuid)) throw new AppError(400);
  return { ids: value as string[] };
}
