/** Devices on a phone (50 §5.8): twenty at a time, found by code and name, in one state or all. */
import { expect, it } from 'vitest';
import type { Tile } from '../../schemas/language/wire-wall';
import { mobileDevices } from '../../server/datasets/wall/mobile';

const tile = (code: string, name: string, state: number | null) => ({ code, name, state }) as Tile; // what is looked at

it('devices are found by code and name, in one state or all', () => {
  const rows = [tile('CNC-01', '数控车床1号', 1), tile('CNC-02', '数控车床2号', 3), tile('IM-01', '注塑机1号', null)];
  const codes = (find: string, state?: number) =>
    mobileDevices(rows, { find, state, most: 20 }).rows.map(({ code }) => code);
  expect([codes(''), codes(' cnc '), codes('1号'), codes('车床', 3), codes('IM', 1)]).toEqual([
    ['CNC-01', 'CNC-02', 'IM-01'],
    ['CNC-01', 'CNC-02'],
    ['CNC-01', 'IM-01'],
    ['CNC-02'],
    [],
  ]);
});
it('twenty of many are answered, more when they are asked for, and never all of a large plant', () => {
  const many = Array.from({ length: 2_000 }, (_, n) => tile(`D-${n}`, '设备', 1));
  const lengths = [0, 40, 5_000].map((most) => {
    const { rows, total } = mobileDevices(many, { find: '', state: undefined, most });
    return [rows.length, total];
  });
  expect(lengths).toEqual([
    [20, 2_000],
    [40, 2_000],
    [200, 2_000],
  ]);
});
