/** Objects by their codes as they stand in the draft. The library of what is open leaves the open one out; here it is in. */
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { DeskView } from '../desk/desk';

export const objectsOf = ({ library, object }: DeskView): ReadonlyMap<string, ResolvedObject> =>
  new Map([
    ...[...library.objects.values()].map((object) => [object.object.object, object.object] as const),
    ...(object === undefined ? [] : [[object.object, object] as const]),
  ]);
