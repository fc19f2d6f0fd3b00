/** Documents in the words of the people who read about their changes. */
export { type Change, type ChangeWord, changeSentence, changeWords, stepWords } from './changes';
export { type ConflictWord, conflictWords, misfitWords, upgradeWords } from './conflicts';
export { exprWord } from './exprs';
export { documentTitle, type Names } from './fields';
export { GROUP_TITLES, type KnownDocs, titlesOf } from './known';
export { type Named, nameAt, phraseAt, placeOf } from './names';
export { valueWord } from './values';
export { wholeDoc } from './whole';
