/** Charts of 综合看板: seven days against their plan, quality of the same days, electricity of 24 hours by the periods of its price. */
import type { DayOutput, DayQuality, EnergyHour } from '../../../../schemas/language/wire-synthesis';
import { around, ticksTo } from '../scale';
import { clockOf, count } from '../words';
import { Columns, Legend, Lines } from './Plot';

const dayName = (day: string): string => day.slice(5);

export const WeekOutput = ({ rows }: { readonly rows: readonly DayOutput[] }) => (
  <>
    <Legend
      items={[
        ['main', '实际'],
        ['plan', '计划'],
      ]}
    />
    <Columns
      ticks={ticksTo(Math.max(...rows.map(({ qty, plan }) => Math.max(qty, plan))) * 1.1)}
      rows={rows.map(({ day, qty, plan }) => ({
        ...{ key: day, name: dayName(day), plan, text: count(qty) },
        parts: [{ look: plan > 0 && qty < plan ? 'short' : 'main', value: qty }],
      }))}
    />
  </>
);

export const QualityTrend = ({ rows }: { readonly rows: readonly DayQuality[] }) => {
  const values = rows.flatMap(({ pass, firstPass }) => [pass, firstPass].filter((value) => value !== null));
  const [low] = around(values);
  const from = Math.max(0, Math.min(low, 95));
  const line = (key: 'pass' | 'firstPass') => ({
    ...{ key, look: key === 'pass' ? 'main' : 'second' },
    points: rows.map((row, n) => ({ x: (n + 0.5) / rows.length, y: row[key] })),
  });
  return (
    <>
      <Legend
        items={[
          ['main', '合格率 %'],
          ['second', '一次合格率 %'],
        ]}
      />
      <Lines
        ticks={[from, (from + 100) / 2, 100]}
        names={rows.map(({ day }) => dayName(day))}
        lines={[line('firstPass'), line('pass')]}
      />
    </>
  );
};

const EVERY = 6;
/** Periods from the cheapest, which stands at the bottom. */
const PERIODS = ['5', '4', '3', '2', '1'];
const rank = (period: string | null): number => PERIODS.indexOf(period ?? '');
export const EnergyDay = ({ rows }: { readonly rows: readonly EnergyHour[] }) => {
  const known = new Map(rows.flatMap(({ parts }) => parts.map(({ period, name }) => [period, name] as const)));
  const sums = rows.map(({ parts }) => parts.reduce((sum, { use }) => sum + Math.max(0, use), 0));
  const look = (period: string | null): string => `period${period ?? ''}`;
  return (
    <>
      <Columns
        ticks={ticksTo(Math.max(...sums) * 1.05)}
        rows={rows.map(({ at, parts }, n) => ({
          ...{ key: String(at), name: n % EVERY === 0 ? clockOf(at) : '' },
          parts: [...parts]
            .sort((a, b) => rank(a.period) - rank(b.period))
            .map(({ period, use }) => ({ look: look(period), value: use })),
        }))}
      />
      <Legend
        items={[...known]
          .sort((a, b) => rank(a[0]) - rank(b[0]))
          .map(([period, name]) => [look(period), name] as const)}
      />
    </>
  );
};
