/** A KPI as people read it: the number, how it moved, and whether that is good. Pure. */
import type { KpiData } from '../../schemas/language/wire';
import { changeText, shortText } from '../charts/text';

export interface KpiFace {
  readonly text: string;
  readonly unit?: string;
  readonly tone?: KpiData['tone'];
  /** `较上期 ↑ 3.00 %`; absent when it is compared with nothing */
  readonly change?: string;
  readonly isGood?: boolean;
}

export function kpiFace(kpi: KpiData): KpiFace {
  const measure = {
    code: kpi.code,
    title: kpi.title,
    type: 'decimal',
    total: 'sum',
    scale: kpi.scale,
    ...(kpi.suffix === undefined ? {} : { suffix: kpi.suffix }),
    ...(kpi.better === undefined ? {} : { better: kpi.better }),
  } as const;
  const moved = kpi.before === undefined ? undefined : changeText(measure, kpi.value, kpi.before);
  return {
    text: shortText(measure, kpi.value),
    ...(kpi.suffix === undefined ? {} : { unit: kpi.suffix }),
    ...(kpi.tone === undefined ? {} : { tone: kpi.tone }),
    ...(moved === undefined ? {} : { change: `较上期 ${moved.text}` }),
    ...(moved?.good === undefined ? {} : { isGood: moved.good }),
  };
}
