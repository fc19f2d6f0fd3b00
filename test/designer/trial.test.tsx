/** The draft on a real record: what it says about actions, fields and checks. */
import { fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { objectOf } from '../../designer/inspector/resolved';
import { TrialPanel } from '../../designer/trial/TrialPanel';
import { sampleOf } from '../../designer/trial/use-sample';
import { verdictsOf } from '../../designer/trial/verdicts';
import type { Page } from '../../runtime/page/index';
import type { Env } from '../../schemas/language/env';
import { applySteps, type StepDoc } from '../../schemas/language/steps/index';
import { library, shipped } from './library';

const order = shipped('purchase/purchase-order.json');
const env = {
  now: '2026-01-15 08:00:00',
  me: { id: 'u1' },
  sys: () => null,
  dict: (code: string) => library.dicts.get(code),
  can: () => true,
  hop: () => undefined,
  label: () => undefined,
  query: () => undefined,
  call: () => undefined,
} as unknown as Env;
const setUp = (doc: StepDoc = order) => {
  const object = objectOf(doc, library);
  if (object === undefined) throw new Error('no object');
  const page = { object, env: () => env } as unknown as Page;
  const sample = sampleOf(page, {
    id: 'a1',
    version: 3,
    nbr: 'CGDD202601080001',
    auditStatus: '2',
    docStatus: '10',
    orderType: '1',
    needBy: '2026-01-10',
    items: [],
  });
  return { object, sample };
};

describe('a record under the draft', () => {
  it('is called by its number and keeps its values', () => {
    const { sample } = setUp();
    expect(sample.title).toBe('CGDD202601080001');
    expect(sample.doc).toMatchObject({ id: 'a1', docStatus: '10', needBy: '2026-01-10' });
  });
  it('tells which actions are there and why the others are not', () => {
    const { object, sample } = setUp();
    const { actions } = verdictsOf(object, library.types, sample);
    expect(actions.find((action) => action.code === 'receive')?.reasons).toEqual([]);
    expect(actions.find((action) => action.code === 'audit')?.reasons.length).toBeGreaterThan(0);
  });
  it('follows the draft, not what is published', () => {
    const changed = applySteps(order, [{ set: 'actions.receive.from', to: ['20'], was: ['10', '20'] }]).doc as StepDoc;
    const { object, sample } = setUp(changed);
    const reasons = verdictsOf(object, library.types, sample).actions.find(
      (action) => action.code === 'receive',
    )?.reasons;
    expect(reasons?.[0]?.text).toContain('部分入库');
  });
  it('tells which fields are shut and by what', () => {
    const { object, sample } = setUp();
    const { fields } = verdictsOf(object, library.types, sample);
    const supplier = fields.find((field) => field.code === 'supplier');
    expect(supplier?.state).toBe('readonly');
    expect(supplier?.reasons.length).toBeGreaterThan(0);
  });
});

describe('the panel', () => {
  it('answers why an action cannot be done', () => {
    const { object, sample } = setUp();
    const onSelect = vi.fn();
    render(
      <TrialPanel
        object={object}
        lib={library.types}
        sampling={{
          rows: [{ id: 'a1', title: 'CGDD202601080001' }],
          id: 'a1',
          sample,
          pending: false,
          published: true,
          problem: '',
          choose: vi.fn(),
          search: vi.fn(),
        }}
        onSelect={onSelect}
      />,
    );
    const can = screen.getByRole('region', { name: '动作' });
    fireEvent.click(within(can).getByRole('button', { name: '下推入库' }));
    expect(onSelect).toHaveBeenCalledWith('actions.receive');
    fireEvent.click(within(can).getByRole('button', { name: '审核' }));
    expect(screen.getByText('为什么不能「审核」')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: /^供应商/ }));
    expect(screen.getByText('为什么「供应商」只读')).toBeDefined();
  });
  it('says why there is nothing to try on', () => {
    const { object } = setUp();
    render(
      <TrialPanel
        object={object}
        lib={library.types}
        sampling={{
          rows: [],
          id: undefined,
          sample: undefined,
          pending: false,
          published: true,
          problem: '还没有单据',
          choose: vi.fn(),
          search: vi.fn(),
        }}
        onSelect={() => undefined}
      />,
    );
    expect(screen.getAllByText('还没有单据').length).toBeGreaterThan(0);
  });
});
