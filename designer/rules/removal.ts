/** May this be taken away? What places it goes with it; what computes with it must be changed first. */
import type { StepDoc } from '../../schemas/language/steps/index';
import { type Naming, namesOf } from '../../schemas/language/steps/named';
import { nameAt, phraseAt } from '../../schemas/language/words/index';

export interface Removal {
  /** placements and keys that go with the entry */
  readonly entries: readonly string[];
  /** lists that name it, to be written without it */
  readonly lists: readonly string[];
  /** why it must stay */
  readonly reason?: string;
}

/** `text` is the document's own text; of something that a block or the shipped text brings, the whole text. */
export function removalOf(text: StepDoc, address: string): Removal {
  const used: readonly Naming[] = namesOf(text, address);
  const removal: Removal = {
    entries: used.filter((naming) => naming.how === 'entry').map((naming) => naming.address),
    lists: used.filter((naming) => naming.how === 'list').map((naming) => naming.address),
  };
  const reason = reasonOf(text, address, used);
  return reason === undefined ? removal : { ...removal, reason };
}

function reasonOf(text: StepDoc, address: string, used: readonly Naming[]): string | undefined {
  const blocking = used.find((naming) => naming.how === 'text' && !isPlaced(naming.address));
  if (blocking === undefined) return undefined;
  return `「${nameAt(text, address).title}」还在${phraseAt(text, blocking.address)}中使用，请先修改那里`;
}
/** A value inside a placement of the thing itself goes with it. */
const isPlaced = (address: string): boolean =>
  /\.(columns|search|fields)[.[]/.test(address) && /\.field$/.test(address);
