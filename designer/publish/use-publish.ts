/** What would be published: changes in words, the server's plan for the answers given, versions of the document that is looked at. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Library } from '../../schemas/language/check/index';
import { changeWords } from '../../schemas/language/words/index';
import { useAnswers } from './answers';
import { publishClient } from './client';
import { namesOf } from './names';
import type { DraftedText } from './PlanCards';

export interface PublishScreenProps {
  readonly draft: string;
  /** last step the draft is known to have: others' steps behind it are not published unseen */
  readonly seq?: number | undefined;
  readonly app: string;
  /** documents of the draft */
  readonly documents: readonly DraftedText[];
  /** the document whose versions are shown first */
  readonly open: string | undefined;
  readonly library: Library;
  readonly mayPublish: boolean;
  /** shipped documents are changed by overlay and can be held against what was shipped */
  readonly isOverlay: (document: string) => boolean;
  readonly onBack: () => void;
  readonly onJump: (document: string, address: string) => void;
  /** the documents stand differently now: what is open is to be read anew */
  readonly onPublished: () => void;
}

export type Publishing = ReturnType<typeof usePublish>;

export function usePublish({ draft, seq, documents, library, open, onPublished }: PublishScreenProps) {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState(open ?? documents[0]?.id ?? '');
  const [tab, setTab] = useState<'versions' | 'standard'>('versions');
  const [shown, setShown] = useState<number>();
  const [source, setSource] = useState(false);
  const [rolling, setRolling] = useState<number>();
  const { answers, asked, answer } = useAnswers();
  const plan = useQuery({
    queryKey: ['design', 'plan', draft, seq ?? 0, asked],
    queryFn: () => publishClient.plan(draft, asked),
    staleTime: 0,
    retry: false,
    placeholderData: (before) => before,
  });
  const versions = useQuery({
    queryKey: ['design', 'versions', chosen],
    queryFn: () => publishClient.versions(chosen),
    enabled: chosen !== '',
    staleTime: 0,
    retry: false,
  });
  const changes = useMemo(
    () =>
      documents.map((drafted) => ({
        ...drafted,
        changes: changeWords(drafted.base, drafted.text, namesOf(drafted.text, library)),
      })),
    [documents, library],
  );
  return {
    /** the document whose versions are shown, and how it is called */
    chosen,
    title: documents.find((drafted) => drafted.id === chosen)?.title ?? '',
    choose: (id: string): void => {
      setChosen(id);
      setShown(undefined);
    },
    tab,
    setTab,
    /** the version that is held against the draft */
    shown,
    setShown,
    compares: shown !== undefined || tab === 'standard',
    source,
    setSource,
    /** the version that is asked to go back to */
    rolling,
    setRolling,
    plan,
    versions,
    changes,
    answers,
    answer,
    /** the plan is that of the answers */
    settled: answers === asked && !plan.isFetching,
    refresh: (): void => {
      // what was asked about the draft of before is of no use any more
      queries.removeQueries({ queryKey: ['design'] });
      onPublished();
    },
  };
}
