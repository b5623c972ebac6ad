import { PICTURE_EXTENSIONS } from '@openhouse/contract/panoramas';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useMakingWords } from '../../../languages/use-making-words.ts';
import { Crumb } from '../../../shell/crumb.tsx';
import { paths } from '../../../shell/paths.ts';
import { type TeamPageProps, withTeam } from '../../../shell/team/with-team.tsx';
import { Message } from '../../../ui/message.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { DropZone } from '../drop-zone.tsx';
import { LeaveGuard } from '../leave-guard.tsx';
import { LeftTours, NotKept } from './left-tours.tsx';
import { listed } from './listed.ts';
import { PictureList } from './picture-list.tsx';
import { PlanCard } from './plan-card.tsx';
import { chosenFolder, droppedFolder } from './read-folder.ts';
import { RefusedFiles } from './refused-files.tsx';
import { TableCard } from './table-card.tsx';
import { TourCard } from './tour-card.tsx';
import { useDraft } from './use-draft.ts';
import { useKeptDraft } from './use-kept-draft.ts';
import { useMaking, worksOn } from './use-making.ts';
import { usePictures } from './use-pictures.ts';
import { ViewCard } from './view-card.tsx';

/** Makes a tour of panoramas, from pictures to the explorer (decision 0206). */
export const MakeTourPage = withTeam(({ team, person }: TeamPageProps) => {
  const { t } = useMakingWords();
  return (
    <>
      <Crumb>
        <span>{team.name}</span>
      </Crumb>
      <PageHeading title={t('making:title')} lede={t('making:lede')} />
      {team.role === 'viewer' ? (
        <Message tone="warning">{t('making:viewer')}</Message>
      ) : (
        <Maker teamId={team.id} owner={`${person.userCode} ${team.id}`} />
      )}
    </>
  );
});

const PICKED_FILES = [...PICTURE_EXTENSIONS, 'csv'].map((one) => `.${one}`).join(',');

interface MakerProps {
  readonly teamId: string;
  /** Whose unfinished tours are kept. */
  readonly owner: string;
}

function Maker({ teamId, owner }: MakerProps) {
  const { t, i18n } = useMakingWords();
  const history = useDraft();
  const pictures = usePictures(history);
  const [chosen, setChosen] = useState<string>();
  const { draft } = history;
  const making = useMaking(teamId, draft, pictures);
  const { phase } = making.state;
  const kept = useKeptDraft(owner, history, phase === 'done');
  const isKept = kept.keeping.state === 'kept' && !worksOn(phase);
  const isUnfinished = draft.scenes.length > 0 && phase !== 'done';
  useWarning(isUnfinished && !isKept);
  // What is still being written is kept all the same, as long as only the page is left.
  const loses = isUnfinished && ['off', 'full', 'partly'].includes(kept.keeping.state);
  const navigate = useNavigate();
  const code = making.state.phase === 'done' ? making.state.code : undefined;
  useEffect(() => {
    if (code !== undefined) void navigate({ to: paths.tour, params: { resourceCode: code } });
  }, [code, navigate]);
  const [reading] = pictures.reading;
  const selected = draft.scenes.find(({ id }) => id === chosen) ?? draft.scenes[0];
  return (
    <>
      <LeaveGuard holds={worksOn(phase) || loses} text={worksOn(phase) ? undefined : t('making:leaveText')} />
      <DropZone
        onFiles={pictures.add}
        accept={PICKED_FILES}
        title={t('making:dropTitle')}
        text={t('making:dropText')}
        choose={t('making:choose')}
        chooseLabel={t('making:choose')}
        folders={{
          choose: t('making:chooseFolder'),
          onDrop: (folders) => {
            for (const folder of folders) pictures.addFolder(droppedFolder(folder));
          },
          onChoose: (files) => pictures.addFolder(chosenFolder(files)),
        }}
      />
      {reading !== undefined && (
        <Message tone="polite">{t('making:reading', { file: reading.name, count: pictures.reading.length })}</Message>
      )}
      <RefusedFiles refused={pictures.refused} onDismiss={pictures.dismiss} />
      {draft.table !== undefined && (
        <TableCard table={draft.table} history={history} isReading={reading !== undefined} />
      )}
      {selected === undefined && reading === undefined && <LeftTours kept={kept} />}
      {kept.lost.length > 0 && (
        <Message tone="warning">{t('making:lost', { files: listed(kept.lost, i18n.language) })}</Message>
      )}
      {selected !== undefined && (
        <>
          <NotKept keeping={kept.keeping} />
          <PictureList
            history={history}
            isKept={kept.keeping.state === 'kept'}
            selected={selected.id}
            onSelect={setChosen}
          />
          {draft.scenes.length > 1 && <PlanCard history={history} selected={selected.id} onSelect={setChosen} />}
          <ViewCard scene={selected} history={history} work={pictures.work} />
          <TourCard history={history} making={making} isReading={reading !== undefined} />
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
