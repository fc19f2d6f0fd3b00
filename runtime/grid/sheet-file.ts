/** An Excel file as cells of text, read in a worker that is ended when it takes too long. */
import type { SheetAnswer } from './sheet.worker';

const MOST_BYTES = 5 * 1024 * 1024;
const MOST_CELLS = 400_000;
const MOST_MS = 20_000;

/** Lines of the first sheet without empty ones at the end; a sentence for the user when it cannot be read. */
export async function readWorkbook(file: File): Promise<readonly (readonly string[])[] | string> {
  if (!/\.xlsx$/i.test(file.name)) return '请选择 .xlsx 文件';
  if (file.size > MOST_BYTES) return '文件超过 5 MB，请分批导入';
  const worker = new Worker(new URL('./sheet.worker.ts', import.meta.url), { type: 'module' });
  try {
    const answer = await new Promise<SheetAnswer>((resolve) => {
      const late = setTimeout(() => resolve({ error: 'late' }), MOST_MS);
      const done = (answer: SheetAnswer): void => {
        clearTimeout(late);
        resolve(answer);
      };
      worker.onmessage = (event: MessageEvent<SheetAnswer>) => done(event.data);
      worker.onerror = () => done({ error: 'failed' });
      worker.postMessage(file);
    });
    if ('error' in answer) return '这个文件读不出来，请另存为 .xlsx 后再试';
    const cells = [...answer.cells];
    while (cells.length > 0 && cells.at(-1)?.every((cell) => cell === '')) cells.pop();
    if (cells.reduce((sum, line) => sum + line.length, 0) > MOST_CELLS) return '表格太大，请分批导入';
    return cells.length < 2 ? '文件里没有数据：首行是列名，从第二行起是数据' : cells;
  } finally {
    worker.terminate();
  }
}
