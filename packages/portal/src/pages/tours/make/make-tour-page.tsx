import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useMakingWords } from '../../../languages/use-making-words.ts';
import { Crumb } from '../../../shell/crumb.tsx';
import { paths } from '../../../shell/paths.ts';
import { type TeamPageProps, withTeam } from '../../../shell/team/with-team.tsx';
import { Message } from '../../../ui/message.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { DropZone } from '../drop-zone.tsx';
import { PictureList } from './picture-list.tsx';
import { PlanCard } from './plan-card.tsx';
import { RefusedFiles } from './refused-files.tsx';
import { TourCard } from './tour-card.tsx';
import { useDraft } from './use-draft.ts';
import { useMaking } from './use-making.ts';
import { usePictures } from './use-pictures.ts';
import { ViewCard } from './view-card.tsx';

/** Makes a tour of panoramas, from pictures to the explorer (decision 0206). */
export const MakeTourPage = withTeam(({ team }: TeamPageProps) => {
  const { t } = useMakingWords();
  return (
    <>
      <Crumb>
        <span>{team.name}</span>
      </Crumb>
      <PageHeading title={t('making:title')} lede={t('making:lede')} />
      {team.role === 'viewer' ? <Message tone="warning">{t('making:viewer')}</Message> : <Maker teamId={team.id} />}
    </>
  );
});

const PICTURE_FILES = '.jpg,.jpeg,.png,.webp,.avif';

function Maker({ teamId }: { readonly teamId: string }) {
  const { t } = useMakingWords();
  const history = useDraft();
  const pictures = usePictures(history);
  const [edge, setEdge] = useState<number>();
  const [chosen, setChosen] = useState<string>();
  const { draft } = history;
  const making = useMaking(teamId, draft, pictures, edge);
  useWarning(draft.scenes.length > 0 && making.state.phase !== 'done');
  const navigate = useNavigate();
  const code = making.state.phase === 'done' ? making.state.code : undefined;
  useEffect(() => {
    if (code !== undefined) void navigate({ to: paths.tour, params: { resourceCode: code } });
  }, [code, navigate]);
  const [reading] = pictures.reading;
  const selected = draft.scenes.find(({ id }) => id === chosen) ?? draft.scenes[0];
  return (
    <>
      <DropZone
        onFiles={pictures.add}
        accept={PICTURE_FILES}
        title={t('making:dropTitle')}
        text={t('making:dropText')}
        choose={t('making:choose')}
        chooseLabel={t('making:choose')}
        folder={t('making:dropFolder')}
      />
      {reading !== undefined && (
        <Message tone="polite">{t('making:reading', { file: reading.name, count: pictures.reading.length })}</Message>
      )}
      <RefusedFiles refused={pictures.refused} onDismiss={pictures.dismiss} />
      {selected !== undefined && (
        <>
          <PictureList history={history} selected={selected.id} onSelect={setChosen} />
          {draft.scenes.length > 1 && <PlanCard history={history} selected={selected.id} onSelect={setChosen} />}
          <ViewCard scene={selected} history={history} work={pictures.work} />
          <TourCard history={history} making={making} edge={edge} onEdge={setEdge} />
        </>
      )}
    </>
  );
}

/** The browser asks before a page is left that holds work. */
function useWarning(holdsWork: boolean): void {
  useEffect(() => {
    if (!holdsWork) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [holdsWork]);
}
