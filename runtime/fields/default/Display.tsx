/** Kind default: the look follows the storage type. */
import type { ReactNode } from 'react';
import { readFiles } from '../../../schemas/language/codec/file-list';
import type { TypeId } from '../../../schemas/language/document';
import { Icon } from '../../page/Icon';
import type { Display, DisplayProps } from '../display-props';
import { CodeTags } from '../shared/CodeTags';
import styles from '../shared/display.module.css';
import { RefDisplay } from '../shared/RefDisplay';
import { TextDisplay } from '../shared/TextDisplay';

const FileView = ({ value, field }: DisplayProps): ReactNode => {
  const files = readFiles(value) ?? [];
  if (files.length === 0) return null;
  return (
    <span className={styles.files}>
      {files.map((file) =>
        field.accept === 'image' ? (
          <a key={file.id} href={file.url} target="_blank" rel="noopener" title={file.name}>
            <img className={styles.picture} src={file.url} alt={file.name} loading="lazy" />
          </a>
        ) : (
          <a key={file.id} className={styles.file} href={file.url} target="_blank" rel="noopener">
            <Icon name={field.accept === 'pdf' ? 'doc' : 'file'} />
            {file.name}
          </a>
        ),
      )}
    </span>
  );
};

const DictView = ({ value, field, look }: DisplayProps): ReactNode => {
  if (value === null || value === undefined || value === '' || field.dict === undefined) return null;
  const dict = look.dict?.(field.dict);
  return <CodeTags dict={dict} codes={Array.isArray(value) ? value.map(String) : [String(value)]} />;
};

const JsonView = ({ value }: DisplayProps): ReactNode =>
  value === null || value === undefined ? null : <code>{JSON.stringify(value)}</code>;

const BY_TYPE: Partial<Record<TypeId, Display>> = { file: FileView, dict: DictView, ref: RefDisplay, json: JsonView };

export const DefaultDisplay: Display = (props) => {
  const View = BY_TYPE[props.field.type];
  return View === undefined ? TextDisplay(props) : View(props);
};
