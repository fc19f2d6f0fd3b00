/** A configuration as it is typed in 大屏设置: what a board can use of it; all else is as if nothing were set. */
import type { WallCfg } from './data';

const MOST = 200;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const THEMES = new Set(['1', '2', '3']);

export const editedCfg = (given: unknown): WallCfg => {
  const cfg = objectOf(given);
  return {
    title: textOf(cfg.title, 30),
    notice: textOf(cfg.notice, 200),
    theme: typeof cfg.theme === 'string' && THEMES.has(cfg.theme) ? cfg.theme : '1',
    refreshSec: within(cfg.refreshSec, 5, 300),
    pageSec: within(cfg.pageSec, 10, 300),
    pageSize: within(cfg.pageSize, 4, 48),
    carousel: cfg.carousel === true,
    showName: cfg.showName === true,
    showAmount: cfg.showAmount === true,
    factoryUnits: idsOf(cfg.factoryUnits),
    equipments: idsOf(cfg.equipments),
    energyMeters: idsOf(cfg.energyMeters),
    blocks: rowsOf(cfg.blocks).map(({ block, show }) => ({ block: textOf(block, 50), show: show === true })),
    kpiTargets: rowsOf(cfg.kpiTargets).flatMap(({ kpi, target, warn }) => {
      const goal = numberOf(target);
      return typeof kpi !== 'string' || goal === null ? [] : [{ kpi, target: goal, warn: numberOf(warn) }];
    }),
  };
};

const objectOf = (given: unknown): Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...given } : {};
const rowsOf = (given: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(given) ? given.slice(0, MOST).map(objectOf) : [];
const idsOf = (given: unknown): string[] =>
  Array.isArray(given)
    ? given.slice(0, MOST).filter((id): id is string => typeof id === 'string' && UUID.test(id))
    : [];
const textOf = (given: unknown, most: number): string | null =>
  typeof given === 'string' ? given.replaceAll('\0', '').slice(0, most) : null;
const numberOf = (given: unknown): number | null => {
  const number = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};
/** null: the usual */
const within = (given: unknown, least: number, most: number): number | null => {
  const number = numberOf(given);
  return number === null ? null : Math.round(Math.min(most, Math.max(least, number)));
};
