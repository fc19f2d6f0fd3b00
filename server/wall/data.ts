/**
 * What a wall board shows (domain 50 §5.1): one configuration over the devices of its scope, block by block, so that one that fails leaves
 * the others. Answers hold no price, pay or phone number; names of people only where the configuration says so.
 */
import type { WallBoard } from '../../schemas/language/walls';
import type { WallAnswer } from '../../schemas/language/wire-wall';
import { screenCfgOf } from '../auth/screens';
import type { Ctx } from '../ctx';
import { devicesSeen } from '../datasets/iot/devices-seen';
import { type WallDevice, wallDevices, wallTimes } from '../datasets/wall/devices';
import { topMeters } from '../datasets/wall/energy';
import type { MobileAsk } from '../datasets/wall/mobile';
import { piecesOf } from '../datasets/wall/pieces';
import { unitsOf, type WallReach, wallReach } from '../datasets/wall/reach';
import { realtimePoints } from '../datasets/wall/realtime';
import { madeBy } from '../datasets/wall/running';
import { forbidden } from '../errors';
import { deviceLive } from '../iot/live';
import type { HeadOf } from '../rows';
import { BLOCK_RIGHTS, WALL_BLOCKS, type WallSource } from './blocks';

/** Right of a person to what boards tell of devices. */
export const WALL_RIGHT = 'deviceState:view';

type WallConfig = Omit<WallAnswer, 'board' | 'orgName' | 'asOf' | 'span' | 'turn' | 'data'> & {
  readonly showName: boolean;
  readonly showAmount: boolean;
};
/** As it is stored, or as it is typed. */
export type WallCfg = Partial<Omit<HeadOf<'screenCfg'>, 'theme'>> & {
  readonly theme?: string | null;
  readonly blocks?: readonly { readonly block: string | null; readonly show: boolean | null }[];
  readonly kpiTargets?: readonly { readonly kpi: string; readonly target: number; readonly warn: number | null }[];
};

interface Options {
  /** what is edited and not saved, instead of a stored configuration */
  readonly edited?: WallCfg;
  /** the last 24 hours instead of the shift */
  readonly wholeDay?: boolean;
  /** of a board that shows one device: which place in their order, or which code */
  readonly page?: number;
  readonly device?: string | undefined;
  /** of a board that shows one device: those of a unit and below it, by its code */
  readonly unit?: string | undefined;
  /** of the list of devices of a phone; without it its first ones */
  readonly list?: MobileAsk;
  readonly onError: (error: unknown, block: string) => void;
}
/** What a board may show whoever asks: its configuration and the devices of its scope. */
export interface WallScoped {
  readonly config: WallConfig;
  readonly cfg: WallCfg;
  readonly isPerson: boolean;
  readonly reach: WallReach;
  readonly devices: readonly WallDevice[];
}
export const wallScope = async (
  ctx: Ctx,
  board: WallBoard,
  { unit, device, edited }: Pick<Options, 'unit' | 'device' | 'edited'> = {},
): Promise<WallScoped> => {
  const { session } = ctx;
  const isPerson = screenCfgOf(session) === undefined;
  if (!session.rights.has(isPerson ? WALL_RIGHT : `${board.board}:view`)) throw forbidden();
  const { cfg, devices } = await (edited === undefined ? shownTo(ctx, board, device) : asEdited(ctx, edited));
  const below = unit === undefined ? null : new Set(await unitsOf(ctx, unit));
  return {
    ...{ config: configOf(board, cfg), cfg, isPerson, reach: await wallReach(ctx, idsOf(cfg.factoryUnits), !isPerson) },
    devices: below === null ? devices : devices.filter((device) => device.unit !== null && below.has(device.unit)),
  };
};

/**
 * A key has its configuration; a person the first of the board that is on and has the device that is asked for, or any, in his rows, else
 * the first, else none.
 */
const shownTo = async (
  ctx: Ctx,
  { board }: WallBoard,
  device?: string,
): Promise<{ readonly cfg: WallCfg; readonly devices: readonly WallDevice[] }> => {
  const { records } = ctx.asSystem();
  const id = screenCfgOf(ctx.session);
  if (typeof id === 'string') {
    const cfg = (await records.get('screenCfg', id)) ?? {};
    return { cfg, devices: await devicesOf(ctx, cfg, 'all') };
  }
  const seen = id === null ? 'all' : await devicesSeen(ctx, [WALL_RIGHT], 'deviceState');
  const all: readonly WallCfg[] = await records.find('screenCfg', 'isDisabled == 0', { sort: 'code' });
  const on = all.filter((cfg) => cfg.board === board);
  for (const cfg of on) {
    const devices = await devicesOf(ctx, cfg, seen);
    if (devices.some(({ code }) => device === undefined || code === device)) return { cfg, devices };
  }
  const [cfg = {}] = on;
  return { cfg, devices: on.length > 0 ? [] : await devicesOf(ctx, cfg, seen) };
};
/** To whoever edits it, in his rows. */
const asEdited = async (ctx: Ctx, cfg: WallCfg): ReturnType<typeof shownTo> => ({
  cfg,
  devices: await devicesOf(ctx, cfg, await devicesSeen(ctx, [WALL_RIGHT], 'deviceState')),
});
const devicesOf = (ctx: Ctx, cfg: WallCfg, seen: readonly string[] | 'all'): Promise<readonly WallDevice[]> =>
  wallDevices(ctx, { units: idsOf(cfg.factoryUnits), equipments: idsOf(cfg.equipments), seen });

export const wallData = async (ctx: Ctx, board: WallBoard, options: Options): Promise<WallAnswer> =>
  (await wallShown(ctx, board, options)).board;
/** With the devices it counts with. */
export const wallShown = async (
  ctx: Ctx,
  board: WallBoard,
  options: Options,
): Promise<{ readonly board: WallAnswer; readonly devices: readonly string[] }> => {
  const { org } = ctx;
  const { edited } = options;
  const scoped = await wallScope(ctx, board, board.isSingle ? options : edited === undefined ? {} : { edited });
  const { cfg, config, reach, isPerson, devices: all } = scoped;
  const { showName: _showName, showAmount: _showAmount, ...shown } = config;
  const { device } = options;
  const isSheet = board.sheet !== undefined && device !== undefined;
  const { devices, turn } = board.isSingle
    ? turnOf(all, options)
    : { devices: isSheet ? all.filter(({ code }) => code === device) : all, turn: undefined };
  const times = await wallTimes(ctx, devices, options.wholeDay);
  const made = once(() => madeBy(ctx, devices, times));
  const live = once(() => deviceLive(ctx, { devices: devices.map(({ id }) => id) }));
  const source: WallSource = {
    ctx,
    config,
    devices,
    times,
    live,
    facts: async () => ({ devices, times, made: await made() }),
    ...{ reach, isPerson, list: options.list ?? { find: '', state: undefined, most: 0 } },
    params: once(async () => (devices[0] === undefined ? [] : realtimePoints(ctx, devices[0].id))),
    pieces: once(() => piecesOf(reach)),
    meters: once(() => topMeters(reach, idsOf(cfg.energyMeters))),
  };
  const isShown = ({ code }: { readonly code: string }): boolean => {
    const right = BLOCK_RIGHTS[code];
    return right === undefined || reach.may(right);
  };
  const open = (isSheet ? titled(board.sheet) : config.blocks).filter(isShown);
  const blocks = WALL_BLOCKS[board.board] ?? {};
  const data: Record<string, unknown> = {};
  for (const { code } of open)
    data[code] = await (blocks[code]?.(source) ?? Promise.resolve(null)).catch((error: unknown) => {
      options.onError(error, code);
      return null;
    });
  const { from, to, now, shift } = times.span;
  const answer = {
    ...shown,
    blocks: open,
    board: board.board,
    orgName: org.name,
    asOf: ctx.now,
    span: { from, to, now, shift },
    ...(turn === undefined ? {} : { turn }),
    data,
  };
  return { board: answer, devices: devices.map(({ id }) => id) };
};

/** The device that is asked for by its code; without one that of a page, the first again after the last. */
const turnOf = (
  all: readonly WallDevice[],
  { page = 0, device }: Options,
): { readonly devices: readonly WallDevice[]; readonly turn: NonNullable<WallAnswer['turn']> } => {
  const among = device === undefined ? all : all.filter(({ code }) => code === device);
  const pages = among.length;
  const at = pages === 0 ? 0 : ((page % pages) + pages) % pages;
  return { devices: among.slice(at, at + 1), turn: { page: at, pages } };
};

/** Changes with the configuration of a board. */
export const wallVersion = async (ctx: Ctx, board: WallBoard): Promise<string> => {
  const { id = '', version = 0 } = (await shownTo(ctx, board)).cfg;
  return `${id} ${version}`;
};

const titled = (blocks: Readonly<Record<string, string>> = {}): WallConfig['blocks'] =>
  Object.entries(blocks).map(([code, title]) => ({ code, title }));
const configOf = ({ title, blocks }: WallBoard, cfg: WallCfg): WallConfig => {
  const chosen = (cfg.blocks ?? []).filter(
    ({ show, block }) => show === true && block !== null && Object.hasOwn(blocks, block),
  );
  const codes = chosen.length > 0 ? chosen.map(({ block }) => String(block)) : Object.keys(blocks);
  return {
    title: cfg.title || title,
    theme: cfg.theme ?? '1',
    refreshSec: cfg.refreshSec ?? 10,
    carousel: cfg.carousel ?? true,
    pageSec: cfg.pageSec ?? 20,
    pageSize: cfg.pageSize ?? 12,
    notice: cfg.notice ?? '',
    showName: cfg.showName ?? false,
    showAmount: cfg.showAmount ?? false,
    targets: Object.fromEntries(
      (cfg.kpiTargets ?? []).map(({ kpi, target, warn }) => [
        String(kpi),
        { target: Number(target), warn: warn === null || warn === undefined ? null : Number(warn) },
      ]),
    ),
    blocks: codes.map((code) => ({ code, title: blocks[code] ?? code })),
  };
};
const idsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : [];
const once = <T>(run: () => Promise<T>): (() => Promise<T>) => {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= run();
    return asked;
  };
};
