/** The two values a conflict is about, each on lines of its own. */
import type { ConflictWord } from '../../schemas/language/words/index';

interface Props extends Pick<ConflictWord, 'mine' | 'theirs'> {
  /** whose the other one is */
  readonly other: string;
}

export const BothValues = ({ mine, theirs, other }: Props) => (
  <dl>
    {mine !== undefined && (
      <>
        <dt>我的：</dt>
        <dd>{mine}</dd>
      </>
    )}
    {theirs !== undefined && (
      <>
        <dt>{other}：</dt>
        <dd>{theirs}</dd>
      </>
    )}
  </dl>
);
