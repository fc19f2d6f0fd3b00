/** Documents in the words of the people who read about their changes. */
export { type Change, type ChangeWord, changeSentence, changeWords, stepWords } from './changes';
export { type ConflictWord, conflictWords, misfitWords, upgradeWords } from './conflicts';
export { exprWord, type Named, type Names, nameAt, phraseAt, placeOf, valueWord } from './names';
export { wholeDoc } from './whole';
