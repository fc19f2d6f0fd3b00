import { useSignal } from '../data/signal';
import type { PickDesk } from './desk';
import { PickDialog } from './PickDialog';

/** Draws the pick dialog that a form asked for. One for each form. */
export function PickOutlet({ desk }: { readonly desk: PickDesk }) {
  useSignal(desk.signal);
  const open = desk.current();
  return open === null ? null : <PickDialog request={open.request} onClose={open.close} />;
}
