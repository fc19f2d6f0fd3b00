/** Block routeGraph: who waits for whom on a route, as it is typed. Outside operations are red, inspected ones blue. */
import type { Row } from '../../schemas/language/value';
import type { FormModel } from './form-model';
import { type GraphNode, LayerGraph } from './LayerGraph';
import styles from './LayerGraph.module.css';
import { type RouteNode, routeLayout } from './route-layout';

const LEGEND = [{ tone: 'out', title: '外协' }, { tone: 'inspect', title: '检验' }, { title: '其他' }];

export function RouteGraph({ model }: { readonly model: FormModel }) {
  const rows = (model.doc.ops as readonly Row[] | undefined) ?? [];
  const { nodes, edges } = routeLayout(rows);
  if (nodes.length === 0) return <p className={styles.empty}>还没有工序</p>;
  return (
    <LayerGraph
      label={`流程图：${nodes.map(nameOf).join('，')}`}
      nodes={nodes.map((node) => boxOf(node, model))}
      edges={edges.map(([from, to]) => ({ key: `${from} ${to}`, from: String(from), to: String(to) }))}
      legend={LEGEND}
    />
  );
}

function boxOf(node: RouteNode, model: FormModel): GraphNode {
  const { row, column, line } = node;
  const group = typeof row.workGroup === 'string' ? (model.env.label('workGroup', row.workGroup) ?? '') : '';
  const supplier = typeof row.supplier === 'string' ? (model.env.label('supplier', row.supplier) ?? '') : '';
  const isOut = row.outFlag === true;
  return {
    key: String(node.opNbr),
    column,
    line,
    name: nameOf(node),
    note: isOut ? supplier || '外协' : group,
    tone: isOut ? 'out' : row.inspectFlag === true ? 'inspect' : undefined,
  };
}
const nameOf = ({ opNbr, row }: RouteNode): string => `${opNbr} ${String(row.name ?? '')}`;
