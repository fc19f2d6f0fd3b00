/** Keeps the style sheets and the theme of one document in another, as long as both live. */

const SHEETS = 'link[rel="stylesheet"],style';

export function mirrorStyles(from: Document, to: Document): () => void {
  const copies = new Map<Element, HTMLElement>();
  const copy = (element: Element): void => {
    if (!element.matches(SHEETS) || copies.has(element)) return;
    const made = element.cloneNode(true) as HTMLElement;
    // the attribute is hidden from scripts once an element is in the page; the property is not
    made.nonce = (element as HTMLElement).nonce ?? '';
    copies.set(element, made);
    to.head.append(made);
  };
  const look = (): void => {
    const { style, dataset } = from.documentElement;
    to.documentElement.setAttribute('style', style.cssText);
    for (const [key, value] of Object.entries(dataset)) to.documentElement.dataset[key] = value;
  };
  for (const element of from.querySelectorAll(SHEETS)) copy(element);
  look();
  const sheets = new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes, target } of changes) {
      for (const node of addedNodes) if (node instanceof Element) copy(node);
      for (const node of removedNodes)
        if (node instanceof Element) {
          copies.get(node)?.remove();
          copies.delete(node);
        }
      const changed = target instanceof HTMLStyleElement ? copies.get(target) : undefined;
      if (changed !== undefined) changed.textContent = target.textContent;
    }
  });
  sheets.observe(from.head, { childList: true, subtree: true });
  const theme = new MutationObserver(look);
  theme.observe(from.documentElement, { attributes: true });
  return () => {
    sheets.disconnect();
    theme.disconnect();
    for (const made of copies.values()) made.remove();
  };
}
