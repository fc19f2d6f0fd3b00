/** The machines of the demo factory as their boxes read them (50 §9); the points are those of schemas/demo/iot.json. */

export interface Param {
  readonly point: string;
  readonly mean: number;
  readonly spread: number;
  /** what it shows while its machine does not run; undefined: the same */
  readonly still?: number;
  /** no signal reads it: it is sent as up/fast */
  readonly fast?: boolean;
}
export interface Machine {
  readonly device: string;
  readonly box: string;
  readonly station: string | null;
  /** undefined: it counts nothing */
  readonly count: string | undefined;
  /** pieces of one count */
  readonly per: number;
  /** counts those of them that are bad */
  readonly bad?: { readonly point: string; readonly share: number };
  /** word: 0 stopped, 2 standby, 3 runs, 4 fault */
  readonly state: string;
  readonly energy: string;
  readonly alarm: string | undefined;
  readonly cycleSec: number;
  readonly runKw: number;
  readonly idleKw: number;
  readonly params: readonly Param[];
}
export const WORD = { stopped: 0, standby: 2, running: 3, fault: 4 } as const;

const cnc = (n: number): Machine => {
  const at = (k: number): string => `D${n * 100 + k}`;
  return {
    device: `CNC-0${n}`,
    box: n <= 3 ? 'CB-001' : 'CB-002',
    station: null,
    count: at(0),
    per: 1,
    state: at(3),
    energy: at(7),
    alarm: at(4),
    cycleSec: 240,
    runKw: 4.52,
    idleKw: 0.6,
    params: [
      { point: at(1), mean: 62, spread: 3 },
      { point: at(2), mean: 6.5, spread: 0.4, still: 0 },
      { point: at(5), mean: 100, spread: 0 },
      { point: at(6), mean: 1800, spread: 25, still: 0 },
      { point: at(8), mean: 24, spread: 0.5 },
      { point: at(10), mean: 55, spread: 6, still: 0, fast: true },
    ],
  };
};
const plain = { station: null, alarm: undefined, params: [] as readonly Param[] };

export const MACHINES: readonly Machine[] = [
  ...[1, 2, 3, 4, 5, 6].map(cnc),
  {
    ...plain,
    device: 'IM-01',
    box: 'CB-003',
    count: 'IM1.SHOT',
    per: 4,
    state: 'IM1.RUN',
    energy: 'IM1.KWH',
    cycleSec: 35,
    runKw: 18,
    idleKw: 3,
    params: [
      { point: 'IM1.T1', mean: 215, spread: 1.5 },
      { point: 'IM1.T2', mean: 222, spread: 1.5 },
      { point: 'IM1.T3', mean: 228, spread: 1.5 },
      { point: 'IM1.CYC', mean: 35, spread: 0.6 },
      { point: 'IM1.MOLD', mean: 58, spread: 1, fast: true },
    ],
  },
  {
    ...plain,
    device: 'IM-02',
    box: 'CB-003',
    count: 'IM2.SHOT',
    per: 2,
    state: 'IM2.RUN',
    energy: 'IM2.KWH',
    cycleSec: 40,
    runKw: 18,
    idleKw: 3,
    params: [{ point: 'IM2.CYC', mean: 40, spread: 0.6 }],
  },
  {
    ...plain,
    device: 'KY-01',
    box: 'CB-003',
    count: undefined,
    per: 1,
    state: 'KY1.RUN',
    energy: 'KY1.KWH',
    cycleSec: 60,
    runKw: 30,
    idleKw: 8,
    params: [{ point: 'KY1.P', mean: 0.68, spread: 0.02 }],
  },
  {
    ...plain,
    device: 'AL-01',
    box: 'CB-004',
    station: 'BS-03',
    count: 'AL1.OK',
    per: 1,
    bad: { point: 'AL1.NG', share: 0.08 },
    state: 'AL1.RUN',
    energy: 'AL1.KWH',
    cycleSec: 300,
    runKw: 4,
    idleKw: 0.8,
    params: [{ point: 'AL1.CYC', mean: 300, spread: 12 }],
  },
  {
    ...plain,
    device: 'TS-01',
    box: 'CB-004',
    count: 'TS1.CNT',
    per: 1,
    state: 'TS1.RUN',
    energy: 'TS1.KWH',
    cycleSec: 320,
    runKw: 3,
    idleKw: 0.5,
    params: [{ point: 'TS1.LOAD', mean: 1000, spread: 20, still: 0, fast: true }],
  },
];
/** codes that nobody registered, of the box that sends them */
export const STRAYS = { box: 'CB-002', points: ['D690', 'D691'] } as const;
