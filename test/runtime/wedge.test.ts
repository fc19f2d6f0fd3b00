import { describe, expect, it } from 'vitest';
import { fullShare } from '../../runtime/data/device-room';
import { numberOf, press } from '../../runtime/floor/pad';
import { WedgeReader } from '../../runtime/floor/scan';
import { ScanDesk } from '../../runtime/floor/scan-desk';
import { gs1Of, isScanned, ownCode } from '../../schemas/language/codec/scanned';

const type = (reader: WedgeReader, text: string, from: number, step: number): string | undefined => {
  let found: string | undefined;
  [...text, 'Enter'].forEach((key, i) => {
    found = reader.key(key.length > 1 ? 'Enter' : key, from + i * step) ?? found;
  });
  return found;
};

describe('the wedge scanner', () => {
  it('hears what comes faster than a hand, with its Enter', () => {
    const reader = new WedgeReader();
    expect(type(reader, 'MB|SR-08|2611210001', 1_000, 8)).toBe('MB|SR-08|2611210001');
    expect(type(reader, 'PC1', 9_000, 12)).toBe('PC1');
  });
  it('leaves a person alone, also one who began just before', () => {
    const reader = new WedgeReader();
    expect(type(reader, 'PC2026', 1_000, 120)).toBeUndefined();
    reader.key('x', 9_000);
    expect(type(reader, 'PC7', 9_500, 10)).toBe('PC7');
    expect(reader.key('Enter', 9_900)).toBeUndefined();
  });
  it('reads labels and plain codes', () => {
    expect(ownCode('MB|SR-08|2611210001')).toEqual({ type: 'MB', code: 'SR-08', batch: '2611210001' });
    expect(ownCode('WU|L1')).toEqual({ type: 'WU', code: 'L1', batch: '' });
    expect(ownCode(' 4006381333931 ')).toBeUndefined();
    expect(ownCode('MB|')).toBeUndefined();
  });
  it('reads GS1 element strings and digital links', () => {
    const item = { gtin: '06901234567892' };
    expect(gs1Of('(01)06901234567892(10)A-1')).toEqual({ ...item, batch: 'A-1' });
    expect(gs1Of(']d201069012345678922112345\u001d1727060037100')).toEqual({
      ...item,
      serial: '12345',
      expiry: '2027-06-30',
      count: 100,
    });
    expect(gs1Of('https://id.gs1.org/01/6901234567892?17=280229')).toEqual({ ...item, expiry: '2028-02-29' });
    expect(gs1Of('https://example.com/a/b')).toBeUndefined();
    expect(gs1Of('(10)A1')).toBeUndefined();
    expect(gs1Of('SR-08')).toBeUndefined();
  });
  it('asks for what may be more than a code, not for words', () => {
    expect(['260115000017', '6901234567892', 'LB|260115000017|'].map(isScanned)).toEqual([true, true, true]);
    expect(['SR-08', '密封圈', '2601150001', 'CGDD202601080001'].map(isScanned)).toEqual([false, false, false, false]);
  });
});

describe('the number pad', () => {
  const typed = (...keys: readonly string[]): string => keys.reduce(press, '');
  it('types, takes back, clears and adds', () => {
    expect(typed('8', '1')).toBe('81');
    expect(typed('0', '7')).toBe('7');
    expect(typed('.', '5')).toBe('0.5');
    expect(typed('8', '1', 'back')).toBe('8');
    expect(typed('8', 'clear')).toBe('');
    expect(typed('+5', '+10', '-1')).toBe('14');
    expect(typed('-1')).toBe('0');
  });
  it('never holds what is no number of the system', () => {
    expect(typed('1', '.', '.', '5', '5', '5', '5', '5')).toBe('1.5555');
    expect(typed(...'1234567890'.split(''))).toBe('123456789');
    expect([numberOf(''), numberOf('0.5')]).toEqual([null, 0.5]);
  });
});

describe('scans while the form is busy', () => {
  const turn = (): Promise<void> => new Promise((done) => setTimeout(done));
  it('one after the other, in the order they were read', async () => {
    const desk = new ScanDesk();
    const heard: string[] = [];
    let release = (): void => undefined;
    desk.attach(async (text) => {
      await new Promise<void>((done) => {
        release = done;
      });
      heard.push(text);
    });
    desk.read('A');
    desk.read('B');
    expect(desk.waiting).toEqual(['B']);
    release();
    await turn();
    expect(heard).toEqual(['A']);
    release();
    await turn();
    expect(heard).toEqual(['A', 'B']);
  });
  it('waits for the code under way before sending, keeps what comes then for the next form', async () => {
    const desk = new ScanDesk();
    const first: string[] = [];
    const next: string[] = [];
    desk.attach(async (text) => {
      await turn();
      first.push(text);
    });
    desk.read('A');
    desk.read('B');
    await desk.hold();
    expect(first).toEqual(['A']);
    desk.read('C');
    // sent: the form goes before the call is over
    desk.leave();
    desk.free();
    await turn();
    expect([first, next]).toEqual([['A'], []]);
    desk.attach(async (text) => {
      next.push(text);
    });
    await turn();
    expect([first, next, desk.waiting]).toEqual([['A'], ['B', 'C'], []]);
  });
  it('goes into the same form when it was refused', async () => {
    const desk = new ScanDesk();
    const heard: string[] = [];
    desk.attach(async (text) => {
      heard.push(text);
    });
    await desk.hold();
    desk.read('A');
    await turn();
    expect(heard).toEqual([]);
    desk.free();
    await turn();
    expect(heard).toEqual(['A']);
  });
});

describe('room on the device', () => {
  it('is told from four fifths on, never guessed', () => {
    expect(fullShare({ usage: 79, quota: 100 })).toBeUndefined();
    expect(fullShare({ usage: 80, quota: 100 })).toBe(80);
    expect(fullShare({ usage: 999, quota: 1000 })).toBe(99);
    expect(fullShare({ usage: 120, quota: 100 })).toBe(100);
    expect(fullShare({})).toBeUndefined();
    expect(fullShare({ usage: 5, quota: 0 })).toBeUndefined();
  });
});
