/**
 * The element that dialogs and pop-ups go into. Over `body` antd locks its scrolling with a style element without a nonce, which the
 * policy refuses (and our body never scrolls). A dialog that goes away gives the focus back: antd does that only for those it closes
 * itself, ours leave the page with what opened them.
 */
const known = (): HTMLElement | null => document.getElementById('overlays');

export const overlays = (): HTMLElement => {
  const there = known();
  if (there !== null) return there;
  const made = document.createElement('div');
  made.id = 'overlays';
  document.body.appendChild(made);
  giveBack(made);
  return made;
};

function giveBack(home: HTMLElement): void {
  // what had the focus last in the page and in each thing over it
  const last = new WeakMap<Node, HTMLElement>();
  const layerOf = (node: Node): Node => [...home.children].find((child) => child.contains(node)) ?? document;
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) last.set(layerOf(target), target);
  });
  const hasDialog = (node: Node): boolean => node instanceof Element && node.querySelector('[role=dialog]') !== null;
  const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;
  new MutationObserver((changes) => {
    if (!changes.some((change) => [...change.removedNodes].some(hasDialog))) return;
    // what closed it may put the focus somewhere itself
    requestAnimationFrame(() => {
      if (!isLost()) return;
      const below = [...home.children].findLast(hasDialog) ?? document;
      last.get(below)?.focus({ preventScroll: true });
    });
  }).observe(home, { childList: true });
}
