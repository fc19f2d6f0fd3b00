/** The path in the head of a document: what waits for the audit is not told again behind it. */
import { expect, it } from 'vitest';
import type { FormModel } from '../../runtime/form/form-model';
import { pathOf } from '../../runtime/form/StateStrip';

const items = [
  { code: '30', title: '待质检' },
  { code: '50', title: '待审核' },
  { code: '60', title: '已生效' },
  { code: '90', title: '已作废' },
];
const told = (docStatus: string, auditStatus: string, to?: string) => {
  const values: Readonly<Record<string, string>> = { docStatus, auditStatus };
  const model = {
    object: { audited: true, state: 'docStatus', actions: { audit: to === undefined ? {} : { to } } },
    isNew: false,
    value: (code: string) => values[code] ?? null,
    field: (code: string) => (code === 'docStatus' ? { dict: 'status' } : undefined),
    env: { dict: () => ({ items }), me: { name: '' }, label: () => undefined },
  };
  return pathOf(model as unknown as FormModel).map(({ title, state }) => `${title} ${state}`);
};

it.each([
  ['50', '1', '60', ['录入 done', '审核 now', '已生效 next']],
  ['60', '2', '60', ['录入 done', '审核 done', '已生效 done']],
  ['90', '2', '60', ['录入 done', '审核 done', '已生效 done', '已作废 done']],
  ['50', '2', undefined, ['录入 done', '审核 done', '待质检 done', '待审核 now', '已生效 next']],
])('%s, audit %s, which leads to %s', (docStatus, auditStatus, to, path) => {
  expect(told(docStatus, auditStatus, to)).toEqual(path);
});
