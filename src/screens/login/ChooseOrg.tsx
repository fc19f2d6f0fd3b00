import type { Choice } from './calls';
import styles from './login.module.css';
import { Refused } from './Refused';

interface Props {
  readonly choice: Choice;
  readonly busy: boolean;
  readonly error: string;
  readonly onChoose: (orgId: string) => void;
  readonly onBack: () => void;
}

/** The account belongs to several organisations; the one used last comes first and has the focus. */
export const ChooseOrg = ({ choice, busy, error, onChoose, onBack }: Props) => (
  <div>
    <h2 className={styles.heading}>选择企业</h2>
    <ul className={styles.orgs}>
      {choice.chooseOrg.map((org, index) => (
        <li key={org.orgId}>
          <button
            type="button"
            className={styles.org}
            autoFocus={index === 0}
            disabled={busy}
            onClick={() => onChoose(org.orgId)}
          >
            {org.name}
          </button>
        </li>
      ))}
    </ul>
    <button type="button" className={styles.plainButton} onClick={onBack}>
      返回
    </button>
    <Refused text={error} />
  </div>
);
