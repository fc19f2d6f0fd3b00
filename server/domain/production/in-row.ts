/** A refusal of one of many rows that are done together. */
import { AppError, refuse } from '../../errors';

/** 第2行：… before the sentence; what would only be asked about is a matter for a form of its own. */
export const inRow = async (n: number, work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 203) throw error;
    const asked = warningOf(error.data);
    if (asked !== null) throw refuse(`第${n + 1}行：${asked}，请单独处理`, { rule: 'batch.asks' });
    throw refuse(`第${n + 1}行：${error.message}`, error.data);
  }
};
const warningOf = (data: unknown): string | null => {
  if (typeof data !== 'object' || data === null || !('warnings' in data) || !Array.isArray(data.warnings)) return null;
  const [first]: unknown[] = data.warnings;
  return typeof first === 'object' && first !== null && 'text' in first ? String(first.text) : null;
};
