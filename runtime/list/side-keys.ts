/** Keys of a side tree: up and down between the nodes in sight, right and left open and close, Home and End. */
import type { KeyboardEvent } from 'react';

export const treeKeys = (event: KeyboardEvent<HTMLElement>): void => {
  const at = event.target as HTMLElement;
  if (at.dataset.node === undefined) return;
  const nodes = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-node]')];
  const index = nodes.indexOf(at);
  const caret = at.parentElement?.querySelector<HTMLElement>('[data-caret]');
  const isOpen = caret?.dataset.open;
  const next: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    Home: 0,
    End: nodes.length - 1,
  };
  const to = next[event.key];
  if (to !== undefined) nodes[Math.max(0, Math.min(nodes.length - 1, to))]?.focus();
  else if ((event.key === 'ArrowRight' && isOpen === 'false') || (event.key === 'ArrowLeft' && isOpen === 'true'))
    caret?.click();
  else if (event.key === 'ArrowLeft') above(nodes, index)?.focus();
  else return;
  event.preventDefault();
};

/** The node this one stands below. */
const above = (nodes: readonly HTMLElement[], index: number): HTMLElement | undefined => {
  const levelOf = (node: HTMLElement | undefined): number => Number(node?.parentElement?.ariaLevel ?? 1);
  return nodes.slice(0, index).findLast((node) => levelOf(node) < levelOf(nodes[index]));
};
