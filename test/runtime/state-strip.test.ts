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
const told = (docStatus: string, auditStatus: string, to?: string, of: readonly object[] = items) => {
  const values: Readonly<Record<string, string>> = { docStatus, auditStatus };
  const model = {
    object: { audited: true, state: 'docStatus', actions: { audit: to === undefined ? {} : { to } } },
    isNew: false,
    value: (code: string) => values[code] ?? null,
    field: (code: string) => (code === 'docStatus' ? { dict: 'status' } : undefined),
    env: { dict: () => ({ items: of }), me: { name: '' }, label: () => undefined },
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

const orderItems = [
  { code: '10', title: '待下达' },
  { code: '20', title: '已下达' },
  { code: '30', title: '生产中' },
  { code: '40', title: '已暂停', tone: 'warning' },
  { code: '60', title: '已完工' },
];
it.each([
  ['30', ['录入 done', '审核 done', '待下达 done', '已下达 done', '生产中 now', '已完工 next']],
  ['40', ['录入 done', '审核 done', '待下达 done', '已下达 done', '生产中 done', '已暂停 now', '已完工 next']],
])('what is held stands beside the way: %s', (docStatus, path) => {
  expect(told(docStatus, '2', undefined, orderItems)).toEqual(path);
});
it('a step of the way may have the code of what is held where codes mean something else', () => {
  const own = orderItems.map(({ code, title }) => ({ code, title }));
  expect(told('30', '2', undefined, own)).toContain('已暂停 next');
});
