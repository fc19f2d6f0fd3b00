import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectDoc } from '../../../schemas/language/document';
import { newId } from '../../../server/ids';
import { waitingOf } from '../../../server/records/people/waiting';
import { type Factory, openFactory } from '../../support/records';
import { seedToys, TOYS } from '../../support/toys';

let factory: Factory;

const isToy = (doc: (typeof TOYS)[number]): doc is ObjectDoc => 'object' in doc && doc.object === 'toy';
/** the toys with schemes of waiting work */
const withWaiting = (doc: (typeof TOYS)[number]): (typeof TOYS)[number] =>
  isToy(doc)
    ? {
        ...doc,
        list: {
          ...doc.list,
          schemes: {
            ...doc.list?.schemes,
            late: { title: '逾期', where: "code == 'A1'" },
            todo: { title: '待审核', where: "code != ''" },
          },
        },
      }
    : doc;

beforeAll(async () => {
  factory = await openFactory({ documents: TOYS.map(withWaiting) });
  await seedToys(factory);
});
afterAll(() => factory?.close());

const as = (functions: readonly string[]) =>
  factory.as([{ functions: [...functions], fieldGroups: [] }], { id: newId() });

describe('what waits', () => {
  it('is counted of the lists the user may see; what only another may do does not wait for him', async () => {
    const found = await waitingOf(await as(['toy:view']));
    expect(found.map(({ page, scheme, title }) => [page, scheme, title])).toEqual([['toy', 'late', '逾期']]);
    expect(found[0]?.total).toBeTypeOf('number');
  });
  it('holds documents to audit for who may audit them', async () => {
    const found = await waitingOf(await as(['purchaseOrder:view', 'purchaseOrder:audit']));
    expect(found.find(({ page, scheme }) => page === 'purchaseOrder' && scheme === 'todo')?.total).toBe(0);
    const looking = await waitingOf(await as(['purchaseOrder:view']));
    expect(looking.some(({ scheme }) => scheme === 'todo')).toBe(false);
  });
  it('is nothing without the right to the list', async () => {
    expect(await waitingOf(await as([]))).toEqual([]);
  });
});
