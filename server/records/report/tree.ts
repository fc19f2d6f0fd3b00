/** What the chart designer offers: datasets the caller may view, by area, with their dims and measures (80 §7.8). */
import type { EngineCtx } from '../host';
import { isHeld } from './spec';

const AREAS: Readonly<Record<string, string>> = {
  production: '生产',
  pay: '薪资',
  factory: '基础资料',
  purchase: '供应链',
  sales: '供应链',
  stock: '供应链',
  outsource: '供应链',
  iot: '设备能耗',
  energy: '设备能耗',
  device: '维保安灯',
  quality: '质量',
};

export function datasetTree(ctx: EngineCtx): readonly unknown[] {
  const groups = new Map<string, unknown[]>();
  for (const report of ctx.registry.reports.values()) {
    if (!ctx.session.rights.has(`${report.report}:view`)) continue;
    const title = AREAS[report.area] ?? ownTitle(ctx, report.area) ?? '平台';
    const dims = Object.values(report.dims)
      .filter((dim) => isHeld(ctx, dim.grant))
      .map((dim) => ({
        code: dim.code,
        title: dim.title,
        role: dim.code === report.time ? 'time' : 'dim',
        ...(dim.ref === undefined ? {} : { ref: dim.ref }),
        ...(dim.dict === undefined ? {} : { dict: dim.dict }),
      }));
    const measures = Object.values(report.measures)
      .filter((measure) => isHeld(ctx, measure.grant))
      .map((measure) => ({
        code: measure.code,
        title: measure.title,
        role: 'measure',
        kind: measure.total,
        ...(measure.suffix === undefined ? {} : { unit: measure.suffix }),
        ...(measure.scale === undefined ? {} : { scale: measure.scale }),
        ...(measure.better === undefined ? {} : { better: measure.better }),
      }));
    const dataset = {
      dataset: report.report,
      title: report.title,
      ...(report.time === undefined ? {} : { timeField: report.time }),
      minGrain: report.minGrain,
      maxSpan: report.maxDays,
      public: report.public,
      fields: [...dims, ...measures],
    };
    groups.set(title, [...(groups.get(title) ?? []), dataset]);
  }
  return [...groups].map(([title, children]) => ({ title, children }));
}
/** An app of the organisation is called as in the menu. */
const ownTitle = ({ host, registry }: EngineCtx, area: string): string | undefined => {
  const titleIn = (files: Pick<typeof registry.files, 'menus'>): string | undefined =>
    files.menus.find(({ doc }) => doc.area === area)?.doc.title;
  return titleIn(host.registries.shipped.files) === undefined ? titleIn(registry.files) : undefined;
};
