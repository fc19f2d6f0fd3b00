/** Rows are typed by their documents: what is misspelt here is refused by the compiler, in `npm run check`. */
import { expect, it } from 'vitest';
import type { Rec } from '../../schemas/language/value';
import type { Ctx, DomainModule } from '../../server/ctx';
import type { LineOf, RowOf } from '../../server/rows';

/** Never called: the compiler is what judges it. */
async function judged({ records }: Ctx): Promise<void> {
  const material = await records.get('material', 'id');
  material?.code.toUpperCase();
  // @ts-expect-error a misspelt field
  material?.cod;
  // @ts-expect-error a field that may be empty
  material?.spec.length;
  // @ts-expect-error a word that the dictionary does not have
  material?.makeType === '9';

  const [head] = await records.find('purchaseIn', 'bizDate == today()');
  // @ts-expect-error lists of records come without their sub-tables
  head?.items;
  const [whole] = await records.many('purchaseIn', ['id'], { rows: ['items'] });
  whole?.items[0]?.qty.toFixed(2);
  // @ts-expect-error a misspelt field of a row
  whole?.items[0]?.quantity;
  // @ts-expect-error a misspelt sub-table
  await records.many('purchaseIn', ['id'], { rows: ['itmes'] });

  await records.patch('user', 'id', { head: { isDisabled: '1' } });
  // @ts-expect-error a misspelt field of a patch
  await records.patch('user', 'id', { head: { isDisable: '1' } });
  // @ts-expect-error a word that the dictionary does not have
  await records.save('user', { id: 'id', isDisabled: '2' });
  // @ts-expect-error an action that the document does not have
  await records.act('bom', 'newVersoin', 'id');

  // an object of an organisation has untyped records
  const own: Rec | null = await records.get('ownObject' as string, 'id');
  expect(own).toBeNull();
}

const purchaseIn: DomainModule<'purchaseIn'> = {
  async check(record, old, ctx) {
    // @ts-expect-error a misspelt field
    record.suplier;
    // @ts-expect-error nobody has numbered a new record yet
    record.nbr.length;
    return old === null && record.supplier === ctx.today ? [] : [];
  },
  actions: {
    async audit(record) {
      const rows: LineOf<'purchaseIn', 'items'>[] = record.items;
      return { items: rows };
    },
    // @ts-expect-error a misspelt field of what is written
    async unaudit() {
      return { remrk: '' };
    },
  },
};
const misnamed: DomainModule<'purchaseIn'> = {
  actions: {
    // @ts-expect-error an action that the document does not have
    async audited() {
      return undefined;
    },
  },
};

it('types rows, changes, answers and actions by the documents', () => {
  const row: Pick<RowOf<'unit'>, 'name' | 'decimals'> = { name: '米', decimals: 2 };
  expect(row.name).toBe('米');
  expect(typeof judged).toBe('function');
  expect([purchaseIn, misnamed].every(({ actions }) => actions !== undefined)).toBe(true);
});
