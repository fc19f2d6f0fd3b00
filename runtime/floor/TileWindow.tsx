/** How many of one tile, and pictures of them: over the page, by finger or keys. */
import { Modal } from 'antd';
import { useState } from 'react';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { FileValue, Value } from '../../schemas/language/value';
import { FileBox } from '../files/FileBox';
import { isUploading, UPLOADING } from '../form/finish-typing';
import type { FormModel } from '../form/form-model';
import styles from './floor.module.css';
import { countOf, type FloorPlan, pictureColumn, type Tile, tap } from './floor-form';
import { tapWithin } from './limit';
import { beep } from './scan';

export interface TileWindowProps {
  readonly model: FormModel;
  readonly plan: FloorPlan;
  readonly sub: ResolvedField;
  readonly field: ResolvedField;
  readonly tile: Tile;
  readonly onClose: () => void;
}
const STEPS = [-10, -1, 1, 10] as const;

export function TileWindow({ model, plan, sub, field, tile, onClose }: TileWindowProps) {
  const [said, setSaid] = useState<string>();
  const count = countOf(model, sub, field.code, tile.value);
  const row = model.subs.get(sub.code)?.store.rows.find((one) => one[field.code] === tile.value);
  const photo = pictureColumn(sub);
  const photos = photo && row?.[photo.code];
  const handleStep = (by: number): void => {
    const step = Math.max(by, -count);
    if (step < 0) tap(model, sub, field.code, tile, step);
    const refusal = step > 0 ? tapWithin(model, plan, { sub, field }, tile, step) : undefined;
    if (refusal !== undefined) beep(false);
    setSaid(refusal);
  };
  const handleFiles = (files: readonly FileValue[]): void => {
    if (row !== undefined && photo !== undefined)
      model.subs.get(sub.code)?.change([{ row: row.id, col: photo.code, value: [...files] as Value }]);
  };
  // what is on its way would be lost with the window
  const handleClose = (): void => (isUploading(model) ? setSaid(UPLOADING) : onClose());
  return (
    <Modal
      open
      title={<span className={styles.tileTitle}>{`${sub.title} ${tile.title}`}</span>}
      footer={null}
      maskClosable={false}
      onCancel={handleClose}
    >
      <div data-form={model.key}>
        <div className={styles.tileQty}>
          {STEPS.slice(0, 2).map((by) => (
            <button key={by} type="button" disabled={count === 0} onClick={() => handleStep(by)}>
              {`−${-by}`}
            </button>
          ))}
          <output aria-label={`${tile.title}的值`}>{count}</output>
          {STEPS.slice(2).map((by) => (
            <button key={by} type="button" onClick={() => handleStep(by)}>
              +{by}
            </button>
          ))}
        </div>
        {said !== undefined && <p role="alert">{said}</p>}
        {photo !== undefined && row !== undefined && (
          <div className={styles.photos}>
            <FileBox
              field={photo}
              files={Array.isArray(photos) ? (photos as readonly FileValue[]) : []}
              max={photo.many === true ? Number.POSITIVE_INFINITY : 1}
              onChange={handleFiles}
            />
          </div>
        )}
        <button type="button" className={styles.tileDone} onClick={handleClose}>
          确定
        </button>
      </div>
    </Modal>
  );
}
