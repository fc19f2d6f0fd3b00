/** The publish screen: changes in words, answers, agreement, refusals, and the way back. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { publishClient, type Version } from '../../designer/publish/client';
import { ImportDialog } from '../../designer/publish/ImportDialog';
import { PublishScreen } from '../../designer/publish/PublishScreen';
import { HttpError } from '../../runtime/data/http';
import { type Host, HostContext } from '../../runtime/page/index';
import { applySteps, type StepDoc } from '../../schemas/language/steps/index';
import type { PublishPlan } from '../../schemas/language/wire-design';
import { library, shipped } from './library';

const base = shipped('purchase/purchase-order.json');
const text = applySteps(base, [
  { insert: 'fields.reason', value: { title: '借用原因', kind: 'input', required: true }, after: 'phone' },
  { set: 'fields.needBy.warn', to: 5, was: 3 },
]).doc as StepDoc;
const PLAN: PublishPlan = {
  steps: [{ kind: 'addColumn', table: 'purchase_order', text: '新增列「借用原因」' }],
  questions: [
    {
      document: 'object:purchaseOrder',
      address: 'fields.reason',
      title: '借用原因',
      count: 214,
      text: '现有214条数据没有该字段「借用原因」',
      ways: ['fill', 'new'],
    },
  ],
  refused: [],
  hidden: [],
  impact: [],
  words: [],
  problems: [],
  refusal: '',
  empty: false,
};
const VERSIONS: readonly Version[] = [
  { version: 2, note: '加到货进度', by: '周涛', at: '2026-01-09 10:00:00', isGone: false, isCurrent: true },
  { version: 1, note: '', by: '孙鹏', at: '2025-12-18 10:00:00', isGone: false, isCurrent: false },
];
const host = {
  feedback: { success: vi.fn(), error: vi.fn(), warning: vi.fn(), confirm: vi.fn(), choose: vi.fn() },
  session: { now: () => Date.parse('2026-01-15T08:00:00+08:00') },
} as unknown as Host;

const show = (plan: Partial<PublishPlan> = {}, more: { readonly mayPublish?: boolean } = {}) => {
  vi.spyOn(publishClient, 'plan').mockResolvedValue({ ...PLAN, ...plan });
  vi.spyOn(publishClient, 'versions').mockResolvedValue(VERSIONS);
  const publish = vi
    .spyOn(publishClient, 'publish')
    .mockResolvedValue({ versions: [{ id: 'object:purchaseOrder', version: 3 }], steps: [], later: [] });
  const told = { onBack: vi.fn(), onJump: vi.fn(), onPublished: vi.fn() };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <HostContext value={host}>
        <PublishScreen
          draft="d1"
          app="采购"
          documents={[{ id: 'object:purchaseOrder', title: '采购订单', base, text }]}
          open="object:purchaseOrder"
          library={library}
          mayPublish={more.mayPublish ?? true}
          isOverlay={() => true}
          {...told}
        />
      </HostContext>
    </QueryClientProvider>,
  );
  return { publish, ...told };
};
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: '发布 v3' });

describe('publishing', () => {
  beforeEach(() => vi.clearAllMocks());
  afterEach(() => vi.restoreAllMocks());

  it('tells changes in words and asks for what is missing before it goes on', async () => {
    const { publish, onPublished, onBack } = show();
    const changes = await screen.findByRole('region', { name: '改了什么' });
    expect(document.activeElement).toBe(screen.getByLabelText('版本说明'));
    expect(within(changes).getByText(/借用原因/)).toBeDefined();
    expect(within(changes).getByText('2 处')).toBeDefined();
    await screen.findByText('现有214条数据没有该字段「借用原因」');
    await waitFor(() => expect(screen.getByText('还有 1 项要补值')).toBeDefined());
    expect(button().disabled).toBe(true);
    fireEvent.click(screen.getByLabelText('仅新单据必填'));
    await waitFor(() => expect(button().disabled).toBe(false));
    fireEvent.change(screen.getByLabelText('版本说明'), { target: { value: '借用要写原因' } });
    fireEvent.click(button());
    await waitFor(() => expect(onPublished).toHaveBeenCalled());
    expect(publish).toHaveBeenCalledWith(
      {
        draft: 'd1',
        note: '借用要写原因',
        answers: { 'object:purchaseOrder': { 'fields.reason': { required: 'new' } } },
      },
      expect.any(String),
    );
    expect(host.feedback.success).toHaveBeenCalledWith('已发布 v3');
    expect(onBack).toHaveBeenCalled();
  });
  it('takes a value for all of them', async () => {
    const { publish } = show();
    fireEvent.click(await screen.findByLabelText('补值'));
    const value = screen.getByLabelText('借用原因的值');
    fireEvent.change(value, { target: { value: '历史单据' } });
    fireEvent.blur(value);
    await waitFor(() => expect(button().disabled).toBe(false));
    fireEvent.click(button());
    await waitFor(() => expect(publish).toHaveBeenCalled());
    expect(publish.mock.calls[0]?.[0].answers).toEqual({
      'object:purchaseOrder': { 'fields.reason': { fill: '历史单据' } },
    });
  });
  it('wants agreement to what is hidden', async () => {
    show({
      questions: [],
      hidden: [
        { document: 'object:purchaseOrder', address: 'fields.x', text: '「采购订单」旧编号将隐藏，数据保留30天' },
      ],
    });
    const agree = await screen.findByLabelText('「采购订单」旧编号将隐藏，数据保留30天，我已知道');
    expect(button().disabled).toBe(true);
    fireEvent.click(agree);
    await waitFor(() => expect(button().disabled).toBe(false));
  });
  it('says why it cannot, and keeps the screen when the server refuses', async () => {
    const { publish, onPublished } = show({ questions: [] });
    publish.mockRejectedValueOnce(
      new HttpError(203, '存在1个错误，不能发布', { problems: [{ text: '必填字段未放入编辑页：借用原因' }] }),
    );
    await waitFor(() => expect(button().disabled).toBe(false));
    fireEvent.click(button());
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('存在1个错误，不能发布');
    expect(alert.textContent).toContain('必填字段未放入编辑页：借用原因');
    expect(onPublished).not.toHaveBeenCalled();
  });
  it('does not offer the deed to those who may not', async () => {
    show({ questions: [] }, { mayPublish: false });
    await screen.findByText('没有发布的权限');
    await screen.findByText('加到货进度');
    expect(button().disabled).toBe(true);
    expect(screen.queryByText('回退')).toBeNull();
  });
});

describe('versions', () => {
  afterEach(() => vi.restoreAllMocks());
  it('are rolled back after a look at what that does', async () => {
    const { onPublished } = show({ questions: [] });
    vi.spyOn(publishClient, 'tryRollback').mockResolvedValue({
      ...PLAN,
      questions: [],
      confirm: '回退将隐藏1个字段，数据保留30天',
    });
    vi.spyOn(publishClient, 'compare').mockResolvedValue({ from: base, to: text });
    const rollback = vi.spyOn(publishClient, 'rollback').mockResolvedValue({ versions: [], steps: [], later: [] });
    const [back] = await screen.findAllByText('回退');
    fireEvent.click(back as HTMLElement);
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('回退将隐藏1个字段，数据保留30天');
    expect(within(dialog).getByText(/借用原因/)).toBeDefined();
    fireEvent.click(within(dialog).getByRole('button', { name: /确\s?定/ }));
    await waitFor(() =>
      expect(rollback).toHaveBeenCalledWith(
        { document: 'object:purchaseOrder', version: 1, note: '', answers: {} },
        expect.any(String),
      ),
    );
    await waitFor(() => expect(onPublished).toHaveBeenCalled());
  });
  it('ask what becomes of values that an old type cannot hold, and go back with the answer', async () => {
    show({ questions: [] });
    const lost: PublishPlan = {
      ...PLAN,
      questions: [
        {
          document: 'object:purchaseOrder',
          address: 'fields.size.type',
          title: '大小',
          count: 7,
          text: '「采购订单」大小：已有7条数据会改变，请选择怎么处理',
          ways: ['keep', 'empty'],
          mark: 'before',
          rows: [{ id: 'r1', title: 'CD0001', value: '约5' }],
          list: '/oms/purchase/order/list?q=x',
        },
      ],
      refusal: '「采购订单」大小：已有7条数据会改变，请选择怎么处理',
    };
    const asked = vi
      .spyOn(publishClient, 'tryRollback')
      .mockImplementation(async (_document, _version, answers) =>
        Object.keys(answers).length === 0 ? lost : { ...lost, refusal: '' },
      );
    vi.spyOn(publishClient, 'compare').mockResolvedValue({ from: base, to: text });
    const rollback = vi.spyOn(publishClient, 'rollback').mockResolvedValue({ versions: [], steps: [], later: [] });
    const [back] = await screen.findAllByText('回退');
    fireEvent.click(back as HTMLElement);
    const dialog = await screen.findByRole('dialog');
    const rows = await within(dialog).findByRole('list', { name: '不能转换的数据' });
    expect(rows.textContent).toBe('CD0001约5共 7 条');
    expect(within(dialog).getAllByText('「采购订单」大小：已有7条数据会改变，请选择怎么处理')).toHaveLength(1);
    const go = within(dialog).getByRole<HTMLButtonElement>('button', { name: /确\s?定/ });
    expect(go.disabled).toBe(true);
    fireEvent.click(within(dialog).getByLabelText(/^清空，原值留在隐藏列/));
    await waitFor(() => expect(go.disabled).toBe(false));
    const answers = { 'object:purchaseOrder': { 'fields.size.type': { lost: 'keep', mark: 'before' } } };
    expect(asked).toHaveBeenLastCalledWith('object:purchaseOrder', 1, answers);
    // somebody wrote in between: what was said holds no longer
    rollback.mockRejectedValueOnce(new Error('数据刚有变化'));
    const others = { ...lost, questions: lost.questions.map((question) => ({ ...question, mark: 'after' })) };
    asked.mockImplementation(async (_document, _version, said) =>
      JSON.stringify(said).includes('after') ? { ...others, refusal: '' } : others,
    );
    fireEvent.click(go);
    await within(dialog).findByText('数据刚有变化，请重新选择');
    expect(go.disabled).toBe(true);
    fireEvent.click(within(dialog).getByLabelText(/^清空，原值留在隐藏列/));
    await waitFor(() => expect(go.disabled).toBe(false));
    answers['object:purchaseOrder']['fields.size.type'].mark = 'after';
    fireEvent.click(go);
    await waitFor(() =>
      expect(rollback).toHaveBeenLastCalledWith(
        { document: 'object:purchaseOrder', version: 1, note: '', answers },
        expect.any(String),
      ),
    );
  });
  it('are looked at anew each time one is asked to go back, and say so', async () => {
    show({ questions: [] });
    const asked = vi.spyOn(publishClient, 'tryRollback').mockResolvedValue({ ...PLAN, questions: [] });
    vi.spyOn(publishClient, 'compare').mockResolvedValue({ from: base, to: text });
    const open = async (): Promise<HTMLElement> => {
      const [back] = await screen.findAllByText('回退');
      fireEvent.click(back as HTMLElement);
      return screen.findByRole('dialog');
    };
    const first = await open();
    const go = within(first).getByRole<HTMLButtonElement>('button', { name: /确\s?定/ });
    await waitFor(() => expect(go.disabled).toBe(false));
    fireEvent.click(within(first).getByRole('button', { name: /取\s?消/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    asked.mockReturnValue(new Promise(() => undefined));
    expect((await open()).textContent).toContain('正在核对…');
  });
  it('open the list of what could be mended first, and make room for it', async () => {
    show({ questions: [] });
    const openPage = vi.fn();
    Object.assign(host, { openPage });
    vi.spyOn(publishClient, 'tryRollback').mockResolvedValue({
      ...PLAN,
      questions: [
        {
          document: 'object:purchaseOrder',
          address: 'fields.size.type',
          title: '大小',
          count: 1,
          text: '「采购订单」大小：已有1条数据会改变，请选择怎么处理',
          ways: ['keep', 'empty'],
          rows: [{ id: 'r1', title: 'CD0001', value: '约5' }],
          list: '/oms/purchase/order/list?q=x',
        },
      ],
    });
    vi.spyOn(publishClient, 'compare').mockResolvedValue({ from: base, to: text });
    const [back] = await screen.findAllByText('回退');
    fireEvent.click(back as HTMLElement);
    fireEvent.click(await screen.findByRole('button', { name: '打开列表' }));
    expect(openPage).toHaveBeenCalledWith('/oms/purchase/order/list?q=x');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
  it('are compared with the draft, and the draft with the standard', async () => {
    show({ questions: [] });
    const compare = vi.spyOn(publishClient, 'compare').mockResolvedValue({ from: base, to: text });
    fireEvent.click(await screen.findByText('没有说明'));
    await screen.findByRole('region', { name: 'v1 到草稿' });
    expect(compare).toHaveBeenCalledWith({ document: 'object:purchaseOrder', from: 1, draft: 'd1' });
    fireEvent.click(screen.getByText('与标准的差异'));
    const card = await screen.findByRole('region', { name: '「采购订单」与标准的差异' });
    await within(card).findByText(/借用原因/);
    expect(compare).toHaveBeenLastCalledWith({ document: 'object:purchaseOrder', from: 0, draft: 'd1' });
  });
});

describe('an app from a file', () => {
  afterEach(() => vi.restoreAllMocks());

  it('is looked at first; what is other here is left unless somebody says otherwise', async () => {
    const row = { id: 'object:xNote', title: '便签', state: 'conflict' as const, conflicts: [] };
    const check = vi.spyOn(publishClient, 'checkPackage').mockImplementation(({ policy }) =>
      Promise.resolve({
        app: 'xTools',
        title: '工装',
        rows: [
          { ...row, policy: policy['object:xNote'] ?? 'skip' },
          { id: 'menus:xTools', title: '工装', state: 'same' as const, policy: 'skip' as const, conflicts: [] },
        ],
        plan: { ...PLAN, questions: [], steps: [], empty: policy['object:xNote'] === undefined },
      }),
    );
    const bring = vi.spyOn(publishClient, 'importPackage').mockResolvedValue({
      app: 'xTools',
      title: '工装',
      rows: [],
      published: { versions: [{ id: 'object:xNote', version: 3 }], steps: [], later: [] },
    });
    const onDone = vi.fn();
    render(
      <QueryClientProvider client={new QueryClient()}>
        <HostContext value={host}>
          <ImportDialog content="UEs=" library={library} onDone={onDone} onClose={() => undefined} />
        </HostContext>
      </QueryClientProvider>,
    );
    await screen.findByText('没有要导入的改动');
    const agree = screen.getByRole<HTMLButtonElement>('button', { name: '导入并发布' });
    expect(agree.disabled).toBe(true);
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '便签怎么办' }));
    fireEvent.click(await screen.findByTitle('用文件里的'));
    await waitFor(() => expect(agree.disabled).toBe(false));
    expect(check).toHaveBeenLastCalledWith({ content: 'UEs=', policy: { 'object:xNote': 'replace' }, answers: {} });
    fireEvent.click(agree);
    await waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith('已导入「工装」，发布 1 个文档'));
    expect(bring.mock.calls[0]?.[0].policy).toEqual({ 'object:xNote': 'replace' });
  });
});
