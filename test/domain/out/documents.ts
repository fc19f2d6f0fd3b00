/** Outside documents as tests read them: their rows, what is done to them as they stand now, and that stock and trace still close. */
import { expect } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { traceDifferences } from '../../../server/stock/genealogy-proof';
import { proveStock } from '../../../server/stock/proof';
import type { Floor } from '../production/floor';

/** its first line */
export const item = (doc: Rec): Row => (doc.items as readonly Row[])[0]!;
/** its rows of material */
export const lots = (doc: Rec): readonly Row[] => doc.materials as readonly Row[];

export const documentsOf = (floor: () => Floor) => {
  const again = (doc: Rec): Promise<Rec> => floor().read(doc.object as string, doc.id as string);
  return {
    again,
    audited: async (doc: Rec): Promise<Rec> => floor().act('audit', await again(doc)),
    undone: async (doc: Rec): Promise<Rec> => floor().act('unaudit', await again(doc)),
    countOf: async (object: string): Promise<number> => (await floor().find(object, 'true')).length,
    async proved(): Promise<void> {
      expect(await floor().factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
      expect(await floor().factory.as('admin', (ctx) => traceDifferences(ctx, 10))).toEqual([]);
    },
  };
};
