/** The text of a document, read: as far as it may be changed as text. */
import { isNode, type Node } from '../../schemas/language/resolve/merge';
import type { StepDoc } from '../../schemas/language/steps/index';

/** The document a text says; what it is and how it is called stays. */
export function readDocument(
  text: string,
  was: StepDoc | undefined,
): { readonly doc?: Node; readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text) as unknown;
  } catch (cause) {
    const at = /position (\d+)/.exec(String(cause))?.[1];
    const line = at === undefined ? '' : `第${text.slice(0, Number(at)).split('\n').length}行：`;
    return { problem: `${line}不是有效的 JSON，改正后才会保存` };
  }
  if (!isNode(value)) return { problem: '应为一个文档' };
  if (was !== undefined && value.$schema !== was.$schema) return { problem: '文档的种类不能改' };
  const own =
    was === undefined
      ? undefined
      : ['object', 'report', 'board', 'print', 'block'].find((key) => was[key] !== undefined);
  if (was !== undefined && own !== undefined && value[own] !== was[own]) return { problem: '文档的编码不能在这里改' };
  return { doc: value, problem: '' };
}
