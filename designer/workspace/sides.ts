/** Which sides of an object are pages, and which side an address stands on. */
import type { StepDoc } from '../../schemas/language/steps/index';
import type { Face } from '../canvas/boxes';
import type { OutlineFace } from '../outline/outline-of';
import type { Offered } from '../palette/Palette';

/** An object nobody gave a field of its own: what its blocks bring does not count. */
export const isEmptyText = ({ fields }: StepDoc): boolean =>
  !Object.values((fields ?? {}) as { readonly [code: string]: { readonly title?: string } }).some(
    (field) => field.title !== undefined,
  );

const SIDES: readonly (readonly [RegExp, OutlineFace])[] = [
  [/^(edit|fields)\b/, 'edit'],
  [/^list\b/, 'list'],
  [/^detail\b/, 'detail'],
  [/^(actions|state)\b/, 'actions'],
  [/^(rules|checks)\b/, 'rules'],
  [/^access\b/, 'access'],
];
export const faceOf = (address: string): OutlineFace | undefined =>
  SIDES.find(([pattern]) => pattern.test(address))?.[1];

/** A sub-table that is not dragged anywhere gets a group of its own. */
export const isTable = (offered: Offered): boolean => offered.sort === 'layout' && offered.code === 'table';

/** Sides that are drawn by the runtime. */
export const DRAWN: Readonly<Partial<Record<OutlineFace, Face>>> = { edit: 'edit', list: 'list', detail: 'detail' };
