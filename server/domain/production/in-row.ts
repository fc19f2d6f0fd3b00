/** A refusal of one of many rows that are done together. */
import { AppError, refuse } from '../../errors';

/** 第2行：… before the sentence; what would only be asked about is a matter for a form of its own. */
export const inRow = async (n: number, work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 203) throw error;
    const { warnings = [] } = (error.data ?? {}) as { readonly warnings?: readonly { readonly text: string }[] };
    const [warning] = warnings;
    if (warning) throw refuse(`第${n + 1}行：${warning.text}，请单独处理`, { rule: 'batch.asks' });
    throw refuse(`第${n + 1}行：${error.message}`, error.data);
  }
};
