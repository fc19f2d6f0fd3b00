/** Under which heading the chart designer offers a dataset. */
import { expect, it } from 'vitest';
import type { EngineCtx } from '../../../server/records/host';
import { datasetTree } from '../../../server/records/report/tree';

it('puts the reports of an own app under the name of the app', () => {
  const report = (code: string, area: string) => [code, { report: code, title: code, area, dims: {}, measures: {} }];
  const flow = { doc: { area: 'flow', title: '审批流程' } };
  const ctx = {
    registry: {
      reports: new Map([report('xStat', 'xShop'), report('flowStat', 'flow')] as never),
      files: { menus: [{ doc: { area: 'xShop', title: '车间现场' } }, flow] },
    },
    host: { registries: { shipped: { files: { menus: [flow] } } } },
    session: { rights: new Set(['xStat:view', 'flowStat:view']) },
  } as unknown as EngineCtx;
  expect(datasetTree(ctx).map((group) => (group as { title: string }).title)).toEqual(['车间现场', '平台']);
});
