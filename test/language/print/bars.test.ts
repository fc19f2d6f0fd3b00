/** The own encoder against an independent one. */
import bwipjs from 'bwip-js/node';
import { describe, expect, it } from 'vitest';
import { barsOf, modulesOf, QUIET } from '../../../schemas/language/print/bars';
import { pick, seeded } from '../random-steps';

const raw = (type: string, text: string): readonly number[] =>
  (bwipjs.raw(type, text, {}) as unknown as readonly { readonly sbs: readonly number[] }[])[0]?.sbs ?? [];
const sum = (bars: readonly number[]): number => bars.reduce((total, bar) => total + bar, 0);

describe('Code 128', () => {
  const known = ['A', '1', '12', '123', '1234', 'CG202601150003', 'a b~', '00', 'AB1234567C', '12A34'];
  it.each(known)('%s is encoded as others do', (text) => {
    expect(barsOf('code128', text)).toEqual(raw('code128', text));
  });
  it('is never longer than what others make of it', () => {
    const random = seeded(7);
    for (let i = 0; i < 300; i++) {
      const length = 1 + Math.floor(random() * 24);
      const text = Array.from({ length }, () => pick(random, Array.from('0123456789012345678901234567ABZaz-/ .'))).join(
        '',
      );
      expect(sum(barsOf('code128', text) ?? []), text).toBe(sum(raw('code128', text)));
    }
  });
  it('holds no Chinese and no nothing', () => {
    expect(barsOf('code128', '物料')).toBeUndefined();
    expect(barsOf('code128', '')).toBeUndefined();
  });
});

describe('EAN-13', () => {
  it.each(['690123456789', '6901234567892', '012345678901', '978030640615'])('%s is encoded as others do', (text) => {
    expect(barsOf('ean13', text)).toEqual(raw('ean13', text));
  });
  it('wants digits and the right check digit', () => {
    expect(barsOf('ean13', '6901234567893')).toBeUndefined();
    expect(barsOf('ean13', '69012')).toBeUndefined();
    expect(modulesOf('ean13', '690123456789')).toBe(95 + 2 * QUIET);
  });
});
