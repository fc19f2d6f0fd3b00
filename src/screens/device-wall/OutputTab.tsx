/** What the machine counted by the hour, and its bad pieces, which people add here. */
import { Button } from 'antd';
import { useActions } from '../../../runtime/actions/index';
import { type Page, useHost, usePage } from '../../../runtime/page/index';
import { useRooms } from '../../../runtime/page/rooms';
import type { DeviceLive } from '../../../schemas/language/wire-device';
import styles from './drawer.module.css';

interface Props {
  readonly device: DeviceLive;
  readonly onChanged: () => void;
}
const WHERE = 'equipment == doc.id && shiftDate == doc.shiftDate';
/** pieces first: a drawer shows no more than the first columns */
const HOURS = {
  ...{ code: 'hours', title: '产量', list: 'outputStat', where: WHERE },
  fields: [
    ...[{ field: 'slotAt', width: 104 }, { field: 'number' }, { field: 'qualifiedQty' }, { field: 'unqualifiedQty' }],
    ...[
      { field: 'suspectQty' },
      { field: 'workOrderNbr' },
      { field: 'process' },
      { field: 'shift' },
      { field: 'source' },
    ],
  ],
};
const BAD = {
  ...{ code: 'bad', title: '不良', list: 'badStat', where: WHERE },
  fields: [
    ...[{ field: 'happenAt', width: 160 }, { field: 'badReason' }, { field: 'qty' }, { field: 'workOrderNbr' }],
    ...[{ field: 'process' }, { field: 'shift' }, { field: 'source' }, { field: 'note' }],
  ],
};

export const OutputTab = ({ device, onChanged }: Props) => {
  const { session } = useHost();
  const { PartList } = useRooms();
  const doc = { id: device.id, shiftDate: device.shiftDate };
  return (
    <div className={styles.tab}>
      {session.can('outputStat:view') && (
        <section className={styles.part}>
          <h3>{`${device.shiftDate} 产量`}</h3>
          <div className={styles.rows}>
            <PartList part={HOURS} doc={doc} />
          </div>
        </section>
      )}
      {session.can('badStat:view') && (
        <section className={styles.part}>
          <header>
            <h3>{`${device.shiftDate} 不良`}</h3>
            {session.can('badStat:add') && <AddBad device={device} onChanged={onChanged} />}
          </header>
          <div className={styles.rows}>
            <PartList part={BAD} doc={doc} />
          </div>
        </section>
      )}
    </div>
  );
};

const AddBad = (props: Props) => {
  const state = usePage('badStat');
  return state.status === 'ready' ? <AddTo {...props} page={state.page} /> : null;
};
const AddTo = ({ device, onChanged, page }: Props & { readonly page: Page }) => {
  const actions = useActions(page, onChanged);
  const { add } = page.object.actions;
  if (add === undefined) return null;
  return (
    <>
      <Button size="small" onClick={() => void actions.run(add, [], { with: { equipment: device.id } })}>
        {add.title}
      </Button>
      {actions.outlet}
    </>
  );
};
