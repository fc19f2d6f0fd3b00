/**
 * A field of a block that the object turned off goes with its traces in that block: placements, entries of rules, fill targets and
 * summaries. What the object itself wrote stays, so that the linter can tell it; under an overlay that is what the overlay wrote.
 */
import type { ObjectDoc } from '../document';
import { addressOf } from './address';
import { isNode, type MergeNotes, type Node, OWN } from './merge';

export function dropTurnedOff(doc: ObjectDoc, notes: MergeNotes, own: string = OWN): ObjectDoc {
  const gone = new Set<string>();
  for (const address of notes.turnedOff) {
    const match = /^fields\.(\w+)(?:\.fields\.(\w+))?$/.exec(address);
    if (match?.[1] !== undefined) gone.add(match[2] === undefined ? match[1] : `${match[1]}.${match[2]}`);
  }
  if (gone.size === 0) return doc;
  return walk(doc as unknown as Node, '', undefined) as unknown as ObjectDoc;

  function isGone(code: string, sub: string | undefined): boolean {
    return sub === undefined ? gone.has(code) || gone.has(code.split('.')[0] ?? code) : gone.has(`${sub}.${code}`);
  }
  function isOwn(address: string): boolean {
    return notes.from.get(address) === own;
  }
  function walk(node: Node, address: string, sub: string | undefined): Node {
    const result: { [key: string]: unknown } = {};
    for (const [key, value] of Object.entries(node)) {
      const at = addressOf(address, key);
      const inner = sub ?? /^fields\.(\w+)$/.exec(address)?.[1];
      result[key] = entry(key, value, at, inner);
    }
    return result;
  }
  function entry(key: string, value: unknown, at: string, sub: string | undefined): unknown {
    if (Array.isArray(value)) {
      const isPlaced = value.some((item) => isNode(item) && typeof item.field === 'string');
      if (isPlaced)
        return value.filter(
          (item) => !isNode(item) || !isGone(String(item.field), sub) || isOwn(addressOf(at, String(item.field))),
        );
      const isList = ['show', 'hide', 'require', 'readonly', 'except', 'clear', 'label'].includes(key);
      return isList && !isOwn(at) ? value.filter((code) => typeof code !== 'string' || !isGone(code, sub)) : value;
    }
    if (!isNode(value)) return value;
    if (key !== 'fill' && key !== 'summary') return walk(value, at, sub);
    return Object.fromEntries(
      Object.entries(value).filter(([code]) => !isGone(code, sub) || isOwn(addressOf(at, code))),
    );
  }
}
