/** Sends sheets to the browser's print dialog: nothing of the application is on the paper, each sheet is a page of its own size. */
export async function printSheets(sheets: Element, width: number, height: number): Promise<void> {
  const style = new CSSStyleSheet();
  style.replaceSync(`@page { size: ${width}mm ${height}mm; margin: 0 }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
  document.documentElement.classList.add('printing');
  document.body.append(sheets);
  try {
    await new Promise<void>((resolve) => {
      // Chromium returns from print() when the dialog is closed; others tell by the event
      window.addEventListener('afterprint', () => resolve(), { once: true });
      window.print();
      setTimeout(resolve, 1_000);
    });
  } finally {
    sheets.remove();
    document.documentElement.classList.remove('printing');
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== style);
  }
}
