/** Warehouses that appear by themselves (20 §5): with a workshop, with a supplier of outside operations. */
import type { Ctx } from '../../ctx';
import type { ChangeOf } from '../../rows';

export interface VirtualWarehouse {
  readonly code: string;
  readonly name: string;
  readonly kind: '4' | '7';
  readonly more?: ChangeOf<'warehouse'>;
}

/** The id of the warehouse under its code, made if it is not there. */
export async function virtualWarehouse(ctx: Ctx, { code, name, kind, more }: VirtualWarehouse): Promise<string> {
  const { records } = ctx.asSystem();
  const [known] = await records.find('warehouse', 'code == param.code', { param: { code }, limit: 1 });
  if (known) return known.id;
  const id = ctx.newId();
  await records.save('warehouse', {
    id,
    code,
    name: name.slice(0, 100),
    kind,
    allowStatus: ['1', '2', '3', '4'],
    isVirtual: true,
    ...more,
  });
  return id;
}
