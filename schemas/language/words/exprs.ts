/** Expressions and sentences with the titles of their fields and the labels of their codes. */
import type { Ast } from '../expr/ast';
import { parseExpr } from '../expr/parse';
import { printExpr } from '../expr/print';
import { mapParts } from '../expr/walk';
import type { StepDoc } from '../steps/index';
import { dictAt, fieldTitle, type Names } from './fields';

/** An expression as people read it: 状态 == 已生效 && 数量 > 0. */
export function exprWord(doc: StepDoc, text: string, place: string, names: Names = {}): string {
  const { ast } = parseExpr(text);
  return ast === undefined ? text : printExpr(titled(ast, undefined));

  /** `of` = the document whose records the names mean: 设备 in count(equipment, …) */
  function titled(node: Ast, of: string | undefined): Ast {
    if (node.k === 'binary') {
      const dict = dictOf(node.left) ?? dictOf(node.right);
      if (dict !== undefined)
        return { ...node, left: labelled(node.left, dict, of), right: labelled(node.right, dict, of) };
    }
    if (node.k === 'call') {
      const [first, ...rest] = node.args;
      const other = first?.k === 'path' && first.names.length === 1 ? first.names[0] : undefined;
      if (first !== undefined && other !== undefined && names.document?.(other) !== undefined)
        return { ...node, args: [titled(first, of), ...rest.map((arg) => titled(arg, other))] };
    }
    if (node.k !== 'path') return mapParts(node, (part) => titled(part, of));
    const path = node.names.join('.');
    const elsewhere = of === undefined ? undefined : names.fieldOf?.(of, path);
    return named(node, [elsewhere ?? fieldTitle(doc, place, path, names)]);
  }
  function dictOf(node: Ast): string | undefined {
    return node.k === 'path' ? dictAt(doc, place, node.names.join('.'), names) : undefined;
  }
  function labelled(node: Ast, dict: string, of: string | undefined): Ast {
    if (node.k === 'list') return mapParts(node, (part) => labelled(part, dict, of));
    const code = node.k === 'num' ? node.text : node.k === 'str' ? node.value : undefined;
    const label = code === undefined ? undefined : names.item?.(dict, code);
    return label === undefined ? titled(node, of) : named(node, [label]);
  }
}
const named = ({ from, to }: Ast, names: readonly string[]): Ast => ({ k: 'path', names, starts: [from], from, to });

/** A sentence with its places by title: 第{行号}行. A place may say how it is written: {month:yyyy-MM}. */
export const templateWord = (doc: StepDoc, text: string, place: string, names: Names = {}): string =>
  text.replace(
    /\{([^{}]+?)(:[\w./-]+)?\}/g,
    (_all, inner: string, format = '') => `{${exprWord(doc, inner, place, names)}${format}}`,
  );
