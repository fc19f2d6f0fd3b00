/** The kind law on the screen (language reference §13): what a control gives is what its kind takes; a value is shown, nothing is shown as nothing. */
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { displayOf } from '../../../runtime/fields/displays';
import type { InputHost } from '../../../runtime/fields/input-props';
import { inputOf } from '../../../runtime/fields/inputs';
import type { KindId } from '../../../schemas/language/document';
import { kindOf } from '../../../schemas/language/kinds';
import { resolveField } from '../../../schemas/language/resolve';
import type { ResolvedDict, ResolvedField } from '../../../schemas/language/resolved';
import type { Value } from '../../../schemas/language/value';
import { Around } from '../../support/around';
import { listener, settled } from '../../support/forms';
import { SAMPLES, type Sample } from './samples';

afterEach(cleanup);

const items = ['10', '20', '31', '32'].map((code) => ({ code, title: `项${code}` }));
const dict = (code: string): ResolvedDict => ({
  code,
  title: code,
  version: '1',
  items: [...items, { code: '3101', title: '区', parent: '31' }],
});
const host: InputHost = {
  dict,
  label: (_object, id) => `记录${id.slice(-1)}`,
  isOff: () => false,
  today: () => '2026-01-15',
  target: (field) => field.ref ?? '',
  pick: async () => ({ records: [], total: 0 }),
  tree: async () => [],
  options: () => [],
  expression: () => undefined,
  limit: () => undefined,
  decimals: (field) => (field.type === 'int' ? 0 : 4),
  openPick: async () => null,
  used: () => undefined,
  keep: () => undefined,
};
const look = {
  dict,
  label: host.label,
  now: () => '2026-01-15 10:00:00',
  target: (field: ResolvedField) => field.ref ?? '',
};

const samples = Object.entries(SAMPLES).flatMap(([id, list]) =>
  (list as readonly Sample[]).map((sample) => {
    const own = resolveField(sample.field, 'f', 'f');
    return { id: id as KindId, title: own.title, own, sample };
  }),
);
/** What nobody should read: how a program says that it has nothing. */
const BARE = /null|undefined|NaN|\[object/;
const bareIn = ({ type }: ResolvedField, text: string): boolean => type !== 'json' && BARE.test(text);

const TYPED: ReadonlySet<KindId> = new Set(['input', 'textarea', 'multipleCheck', 'rating', 'geo', 'expression']);
const isTyped = ({ kind, type, dict }: ResolvedField): boolean =>
  TYPED.has(kind) ||
  (kind === 'default' && dict === undefined && ['text', 'int', 'decimal', 'bool', 'date', 'json'].includes(type));

describe.each(samples)('kind $id $title', ({ id, own, sample }) => {
  const kind = kindOf(id);
  const { View } = displayOf(id);
  const shown = (value: Value): string => {
    const { container, unmount } = render(
      <Around said={listener()}>{createElement(View, { value, field: own, look })}</Around>,
    );
    const said = `${container.textContent ?? ''}${container.querySelector('img, svg, [style], [role], [aria-busy]') ? '◆' : ''}`;
    unmount();
    return said;
  };
  it('shows each value, and nothing as nothing', () => {
    for (const value of [...sample.values, kind.empty(own)])
      expect(bareIn(own, shown(value)), shown(value)).toBe(false);
    const [first = null] = sample.values;
    if (id !== 'tabTable' && first !== false) expect(shown(first)).not.toBe('');
  });
  it('holds each value, and gives back only what its kind takes', async () => {
    const Input = inputOf(id);
    let answers = 0;
    for (const value of [...sample.values, kind.empty(own)]) {
      const given: Value[] = [];
      const { container, unmount } = render(
        <Around said={listener()}>
          <Input id="f" field={own} value={value} host={host} onChange={(next) => void given.push(next)} />
        </Around>,
      );
      await act(() => settled(5));
      for (const text of ['12', '2026-01-20', '10:20:30', 'A1', '']) await prod(container, text);
      expect(bareIn(own, container.textContent ?? ''), container.textContent ?? '').toBe(false);
      unmount();
      answers += given.length;
      for (const next of given) {
        const read = kind.codec.fromWire(JSON.parse(JSON.stringify(kind.codec.toWire(next, own) ?? null)), own);
        expect([JSON.stringify(next), 'problem' in read ? read.problem.text : read.value]).toEqual([
          JSON.stringify(next),
          next,
        ]);
      }
    }
    // what opens a list, a calendar or a dialog is operated by the journeys
    if (isTyped(own)) expect(answers).toBeGreaterThan(0);
  });
});

/** Everything a hand may do to what is there: types into boxes, leaves them, presses what can be pressed. */
async function prod(container: HTMLElement, text: string): Promise<void> {
  for (const box of container.querySelectorAll<HTMLInputElement>(
    'input:not([type=file]):not([disabled]), textarea:not([disabled])',
  )) {
    if (box.type === 'checkbox' || box.type === 'radio') {
      fireEvent.click(box);
      continue;
    }
    fireEvent.focus(box);
    fireEvent.change(box, { target: { value: text } });
    fireEvent.keyDown(box, { key: 'Enter', keyCode: 13 });
    fireEvent.blur(box);
  }
  for (const button of container.querySelectorAll<HTMLElement>('[role=radio], [role=switch], [role=checkbox]'))
    fireEvent.click(button);
  await act(() => settled(1));
}
