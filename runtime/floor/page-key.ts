/** Keys that are the page's: not those of an input, of a button that has the focus, or of what stands over the page. */
export const isPageKey = (event: KeyboardEvent): boolean => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  if (document.querySelector(OVER) !== null) return false;
  const target = event.target instanceof HTMLElement ? event.target : document.body;
  if (target.closest(TYPED) !== null) return false;
  return event.key !== 'Enter' || target.closest('button, a') === null;
};

const TYPED = 'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="grid"]';
const OVER = '.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open';
