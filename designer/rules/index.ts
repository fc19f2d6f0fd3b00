/** Rules asked before a gesture: may this go here, may it be called so, may it be taken away. */
export { codeRefusal, freeCode } from './codes';
export { fixedBy } from './limits';
export { elsewhere, fieldOf, fieldRefusal, type PlaceSort, placeRefusal, placeSort, titleOf } from './places';
export { type Removal, removalOf } from './removal';
export { belowOf, blockText, shippedText, wholeText } from './texts';
