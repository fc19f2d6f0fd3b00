import styles from './Viewer.module.css';

/** Why a file is not there, and the way to ask again. */
export const FileFailed = ({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) => (
  <p className={styles.state} role="alert">
    {text}
    <button type="button" onClick={onRetry}>
      重试
    </button>
  </p>
);
