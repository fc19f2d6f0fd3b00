/** Floor mode (§9): the fields, the action and the scheme it names are there. */
import type { FloorDoc } from '../document';
import type { ObjectCheck } from './object-check';
import { fieldAt } from './paths';

export function checkFloors(check: ObjectCheck): void {
  const { object } = check;
  checkFloor(check, object.floor, 'floor');
  for (const view of Object.values(object.views)) checkFloor(check, view.floor, `views.${view.code}.floor`);
}

function checkFloor({ object, entry, library, say }: ObjectCheck, floor: FloorDoc | undefined, address: string): void {
  if (floor === undefined) return;
  const { scan = [], big = [], card = [], chain, limit, why, known = [], acts = [], discard, scheme } = floor;
  const { front = [], since, people, most } = floor;
  const sort = (floor.sort ?? '').split(',').filter((part) => part !== '');
  const order = sort.map((part) => part.trim().replace(/^-/, ''));
  const named = Object.entries({ scan, big, card, chain, limit, why, front, since, people, most, sort: order }).flatMap(
    ([key, paths]) => [paths ?? []].flat().map((path) => [key, path] as const),
  );
  for (const [key, path] of named)
    if (fieldAt(path, entry.type, library.types) === undefined) say('ref.field', `${address}.${key}`, { c: path });
  // what is known without network is what the pickers of scanned records offered
  for (const path of known) {
    const isScanned = scan.some((code) => path.startsWith(`${code}.`));
    if (!isScanned || fieldAt(path, entry.type, library.types) === undefined)
      say('ref.field', `${address}.known`, { c: path });
  }
  if (discard !== undefined && object.actions[discard] === undefined)
    say('ref.action', `${address}.discard`, { c: discard });
  for (const code of acts) if (object.actions[code] === undefined) say('ref.action', `${address}.acts`, { c: code });
  for (const [code, action] of Object.entries(floor.takes ?? {})) {
    if (!library.objects.has(code)) say('ref.object', `${address}.takes.${code}`, { c: code });
    if (object.actions[action] === undefined) say('ref.action', `${address}.takes.${code}`, { c: action });
  }
  if (scheme !== undefined && !object.list.schemes.some(({ code }) => code === scheme))
    say('ref.scheme', `${address}.scheme`, { c: scheme });
}
