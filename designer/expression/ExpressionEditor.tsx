/** An expression is written here: chips for names, choices while typing, the mistake at its place, the result on a real record. */
import { TypedField } from '../parts/TypedField';
import { ChoiceList } from './ChoiceList';
import styles from './expression.module.css';
import { ResultLine } from './ResultLine';
import { readable } from './scan';
import { type ExpressionEditorProps, useExpression } from './use-expression';

export const ExpressionEditor = (props: ExpressionEditorProps) => {
  const { label, form, place, sample } = props;
  const { frame, parent, typed, text, verdict, focused, completion, keep, ...writing } = useExpression(props);
  const [problem] = verdict.problems;
  return (
    <div
      ref={frame}
      className={styles.editor}
      onFocus={writing.handleFocus}
      onBlur={writing.handleBlur}
      onKeyDown={writing.handleKeyDown}
    >
      <TypedField label={label} typed={{ ...typed, keep }} say={(theirs) => readable(theirs, form, place)}>
        <div ref={parent} className={styles.frame} data-wrong={problem === undefined ? undefined : ''} />
      </TypedField>
      {problem !== undefined && (
        <p className={styles.fault} role="alert">
          {problem.text}
        </p>
      )}
      {focused && (
        <div className={styles.popup} hidden={completion === undefined && sample === undefined}>
          {completion !== undefined && completion.choices.length > 0 && (
            <ChoiceList
              choices={completion.choices}
              chosen={writing.chosen}
              onChoose={writing.take}
              onHover={writing.setChosen}
            />
          )}
          {sample !== undefined && text.trim() !== '' && (
            <ResultLine text={text} form={form} place={place} verdict={verdict} sample={sample} />
          )}
        </div>
      )}
    </div>
  );
};
