/** A new shipped version that does not take what the organisation changed: it holds until somebody decides, and nothing is lost. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { diffSteps, type StepDoc } from '../../../schemas/language/steps';
import { draftCalls } from '../../../server/design/calls';
import { writeVersions } from '../../../server/design/documents';
import { overlayDoc, shippedText } from '../../../server/design/overlay';
import { planPublish, publish } from '../../../server/design/publish';
import { inWrite } from '../../../server/records/context';
import { type Designing, openDesign } from '../../support/design';

const ID = 'object:supplier';
let design: Designing;
beforeAll(async () => {
  design = await openDesign();
});
afterAll(() => design.factory.database.drop());

/** The overlay as it was published over a shipped text that said other things. */
const publishOver = async (): Promise<void> => {
  const ctx = await design.as();
  const { files } = ctx.host.registries.shipped;
  const steps = [
    { set: 'fields.name.title', to: '厂商', was: '旧的名称' },
    { set: 'fields.gone.title', to: '不见了', was: '早先的' },
  ];
  const overlay = { ...overlayDoc(files, ID, steps), base: 'of-before' };
  await inWrite(ctx, async ({ trx }) => {
    await writeVersions(
      trx,
      [
        {
          sort: 'object',
          code: 'supplier',
          area: 'factory',
          text: `${JSON.stringify(overlay, null, 2)}\n`,
          base: 'of-before',
          isOverlay: true,
          isGone: false,
          note: '升级之前',
          words: [],
          plan: [],
          changeset: null,
        },
      ],
      { id: ctx.session.me.id, name: ctx.session.me.name },
    );
  });
  await ctx.host.registries.ready(ctx.org);
};
const opened = async () => {
  const { documents } = await draftCalls.read(await design.as(), { app: 'factory', documents: [ID] });
  return documents[0]!;
};

it('shows both, holds the shipped value, refuses to publish over it, and takes the decision as a version', async () => {
  await publishOver();
  const before = await opened();
  expect(before.overlay?.conflicts.map(({ why, address }) => [why, address])).toEqual([
    ['changed', 'fields.name.title'],
    ['gone', 'fields.gone.title'],
  ]);
  const { files } = (await design.as()).host.registries.shipped;
  const shipped = shippedText(files, ID) as unknown as StepDoc;
  expect(diffSteps(shipped, before.doc as StepDoc)).toEqual([]);

  const wishes = [{ id: ID, doc: { ...shipped, title: '供应商档案' } as never, area: '' }];
  expect((await planPublish(await design.as(), wishes)).refusal).toContain('2处修改与新版本冲突');
  await expect(publish(await design.as(), () => wishes, { note: '' })).rejects.toThrow('请先选择保留哪一个');

  await expect(draftCalls.decide(await design.as(), { document: ID, mine: [1] })).rejects.toThrow();
  const { versions } = await draftCalls.decide(await design.as(), { document: ID, mine: [0] });
  expect(versions).toHaveLength(1);
  const after = await opened();
  expect(after.overlay?.conflicts).toEqual([]);
  expect(diffSteps(shipped, after.doc as StepDoc)).toEqual([
    {
      set: 'fields.name.title',
      to: '厂商',
      was: (shipped as never as { fields: { name: { title: string } } }).fields.name.title,
    },
  ]);
  expect((await planPublish(await design.as(), wishes)).refusal).toBe('');
  await expect(draftCalls.decide(await design.as(), { document: ID, mine: [] })).rejects.toThrow('没有需要选择的冲突');
});
