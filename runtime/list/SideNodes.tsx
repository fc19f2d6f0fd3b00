/** Nodes of a side tree: a small tree comes whole, a large one level by level, each part by part; what is searched for comes with the way to it. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { keys } from '../data/query-client';
import { mayGoOn, recordClient, type TreePlace } from '../data/record-client';
import type { TreeNode } from '../data/types';
import { Line } from './SideLine';
import styles from './SideTree.module.css';
import type { RowsDrop } from './side-drop';
import type { TreeEditing } from './TreeEdit';
import { type CountedTree, useNodeCounts } from './use-node-counts';

interface NodesProps {
  readonly object: string;
  readonly place: TreePlace;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
  readonly edit: TreeEditing | undefined;
  readonly rows: RowsDrop | undefined;
  readonly counted: CountedTree | undefined;
}
interface LevelProps extends NodesProps {
  readonly level: number;
  /** nodes that were searched for stand open as far as they came */
  readonly isFound?: boolean;
}
const load = (object: string, id: string | null, place: TreePlace) =>
  infiniteQueryOptions({
    queryKey: [...keys.tree(object), id, place.page, place.field],
    queryFn: ({ pageParam }) => recordClient.tree(object, id, { beside: place, part: pageParam }),
    initialPageParam: 1,
    getNextPageParam: (last, _all, part) => (mayGoOn(last) ? part + 1 : undefined),
  });
/** ms after the last key */
const PAUSE = 250;

export const FoundNodes = ({ text, ...props }: NodesProps & { readonly text: string }) => {
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: [...keys.tree(props.object), 'find', asked, props.place.page, props.place.field],
    queryFn: () => recordClient.findNodes(props.object, asked, props.place),
    placeholderData: keepPreviousData,
  });
  if (isPending) return null;
  if (isError) return <Retry onRetry={() => void refetch()} />;
  if (data.length === 0) return <p className={styles.none}>没有找到「{asked}」</p>;
  // another search opens anew
  return <Nodes key={asked} {...props} nodes={data} level={0} isFound />;
};

/** The children of a node that are not there yet. */
export const Level = ({ parent, ...props }: LevelProps & { readonly parent: string | null }) => {
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(
    load(props.object, parent, props.place),
  );
  if (isPending) return null;
  if (isError) return <Retry onRetry={() => void refetch()} />;
  if (data.pages[0]?.length === 0 && props.level === 0) return <p className={styles.none}>暂无数据</p>;
  return (
    <>
      {data.pages.map((nodes, part) => (
        <Nodes key={`${part}`} {...props} nodes={nodes} />
      ))}
      {hasNextPage && (
        <button type="button" className={styles.retry} onClick={() => void fetchNextPage()}>
          加载更多
        </button>
      )}
    </>
  );
};

const Retry = ({ onRetry }: { readonly onRetry: () => void }) => (
  <button type="button" className={styles.retry} onClick={onRetry}>
    没有取到，点击重试
  </button>
);

const Nodes = ({
  nodes,
  isFound = false,
  ...props
}: LevelProps & { readonly nodes: readonly TreeNode[] }): ReactNode => {
  const { object, place, level, chosen, onChoose, edit, rows, counted } = props;
  const counts = useNodeCounts(
    counted,
    nodes.map(({ id }) => id),
  );
  const client = useQueryClient();
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  return nodes.map((node, n) => {
    // a keyword leaves siblings out
    const near = isFound ? {} : { up: nodes[n - 1], down: nodes[n + 1] };
    const isOpen = toggled.has(node.id) !== (isFound && node.children !== undefined);
    return (
      <div key={node.id}>
        <Line
          label={node.label}
          count={counts[node.id]}
          level={level}
          open={node.leaf === true ? undefined : isOpen}
          chosen={chosen === node.id}
          onChoose={() => onChoose(node.id)}
          onToggle={() => setToggled(flip(toggled, node.id))}
          {...(node.children === undefined
            ? { onNear: () => void client.prefetchInfiniteQuery(load(object, node.id, place)) }
            : {})}
          tools={edit?.menu(node, near)}
          onLift={edit?.lift(node)}
          onShift={edit?.shift(node, near)}
          drop={{
            ...edit?.dropAt(node),
            ...(rows === undefined ? {} : { rows: () => rows.drop(node.id, node.label) }),
          }}
        />
        {isOpen &&
          (node.children === undefined ? (
            <Level {...props} parent={node.id} level={level + 1} />
          ) : (
            <Nodes {...props} nodes={node.children} level={level + 1} isFound={isFound} />
          ))}
      </div>
    );
  });
};

const flip = (set: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
};
