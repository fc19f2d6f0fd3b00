/** Blocks a text uses, lowest first, each once (§2.10); cycles and unknown blocks are problems and left out. */
import type { BlockDoc } from '../document';
import { text } from '../texts';
import { type Problem, problem } from '../value';
import type { Layer, Node } from './merge';

export function layersOf(
  use: readonly string[] | undefined,
  blocks: Pick<ReadonlyMap<string, BlockDoc>, 'get'>,
  keys: (block: BlockDoc) => Node,
  address: string,
  problems: Problem[],
): readonly Layer[] {
  const layers = new Map<string, Layer>();
  const visit = (code: string, path: readonly string[]): ReadonlySet<string> => {
    const block = blocks.get(code);
    if (block === undefined) {
      problems.push(problem('ref.block', address, text('ref.block', { c: code })));
      return new Set();
    }
    if (path.includes(code)) {
      problems.push(
        problem(
          'block.cycle',
          address,
          text('block.cycle', { path: [...path.slice(path.indexOf(code)), code].join(' → ') }),
        ),
      );
      return new Set();
    }
    const over = new Set<string>();
    for (const below of block.use ?? []) {
      for (const text of visit(below, [...path, code])) over.add(text);
      over.add(below);
    }
    if (!layers.has(code)) layers.set(code, { name: code, node: keys(block), over });
    return over;
  };
  for (const code of use ?? []) visit(code, []);
  return [...layers.values()];
}
