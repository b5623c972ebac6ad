import { type Face, type Gaze, leaning, type Note } from '@openhouse/contract/panoramas';
import { openPanorama, type PanoramaViewer, panoramaCamera, project, shareScrolling } from '@openhouse/viewer/inside';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useMakingWords } from '../../../languages/use-making-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Message } from '../../../ui/message.tsx';
import { changedScene, type DraftScene } from './draft.ts';
import { directionAt, directionOf, gazeOf, radiansOf } from './gaze.ts';
import styles from './make-tour.module.css';
import { NoteList } from './note-list.tsx';
import { PictureRefused, type PictureWork, wasStopped } from './open-picture-work.ts';
import type { PictureRefusal } from './picture-jobs.ts';
import type { DraftHistory } from './use-draft.ts';

interface ViewCardProps {
  readonly scene: DraftScene;
  readonly history: DraftHistory;
  readonly work: () => PictureWork;
}

/** Vertical field of view that a tour opens with, in degrees. */
const FOV = 75;
/** Degrees of a press of an arrow key. */
const TURN = 5;
/** A press that moved less than so many pixels is a click. */
const CLICK_PX = 4;

/** Looks around in one viewpoint: sets the view that it opens with, and its tags. */
export function ViewCard({ scene, history: { change }, work }: ViewCardProps) {
  const { t } = useMakingWords();
  const { id, name, look, notes } = scene;
  const [isPlacing, setPlacing] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const marks = useRef<HTMLDivElement>(null);
  const { viewer, state } = usePreview(scene, work, container, marks);
  const refusal = typeof state === 'object' ? state : undefined;

  const addNote = (gaze: Gaze) => {
    const note: Note = { ...gaze, title: t('making:tagName', { number: notes.length + 1 }), text: '', url: '' };
    change((now) => changedScene(now, id, { notes: [...notes, note] }));
    setPlacing(false);
  };
  const middle = () => gazeOf(viewer.current?.pose() ?? { yaw: 0, pitch: 0 });
  const turn = (yaw: number, pitch: number) => {
    const pose = viewer.current?.pose();
    if (pose !== undefined) {
      viewer.current?.turn({ yaw: pose.yaw + radiansOf(yaw), pitch: pose.pitch + radiansOf(pitch) }, true);
    }
  };
  const pressed = useRef({ x: 0, y: 0 });
  return (
    <div className={styles.section}>
      <Card title={t('making:view', { name })} note={t('making:viewNote')}>
        {state === 'no-webgl' && <Message tone="warning">{t('making:noPreview')}</Message>}
        {refusal !== undefined && (
          <Message tone="alert">
            {t('making:previewFailed', { reason: t(`making:refusal.${refusal.reason}`, { ...refusal }) })}
          </Message>
        )}
        {/* biome-ignore lint/a11y/useSemanticElements: a picture that is turned, no part of a form. */}
        <div
          ref={container}
          className={`${styles.view} ${isPlacing ? styles.placing : ''}`.trim()}
          // Of a picture that was refused, that of another viewpoint would stay.
          hidden={state === 'no-webgl' || refusal !== undefined}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys turn it.
          tabIndex={0}
          role="group"
          aria-label={t('making:viewKeys', { name })}
          onKeyDown={(event) => {
            const by = { ArrowLeft: [-TURN, 0], ArrowRight: [TURN, 0], ArrowUp: [0, TURN], ArrowDown: [0, -TURN] }[
              event.key
            ];
            if (by === undefined || event.target !== event.currentTarget) return;
            event.preventDefault();
            turn(by[0] ?? 0, by[1] ?? 0);
          }}
          onPointerDown={({ clientX, clientY }) => {
            pressed.current = { x: clientX, y: clientY };
          }}
          onClick={({ clientX, clientY, currentTarget }) => {
            const away = Math.hypot(clientX - pressed.current.x, clientY - pressed.current.y);
            const open = viewer.current;
            if (!isPlacing || away > CLICK_PX || open === null) return;
            const { left, top } = currentTarget.getBoundingClientRect();
            const camera = panoramaCamera([0, 0, 0], open.pose(), open.pose().fov, open.size());
            addNote(directionAt(camera, clientX - left, clientY - top));
          }}
        >
          <div ref={marks} className={styles.marks} aria-hidden="true">
            {notes.map((note, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: tags have no name of their own.
              <span key={at} className={styles.mark} data-yaw={note.yaw} data-pitch={note.pitch}>
                {at + 1}
              </span>
            ))}
          </div>
        </div>
        <div className={styles.below}>
          {state === 'loading' && <p className={styles.fact}>{t('making:previewLoads')}</p>}
          {isPlacing && <Message tone="polite">{t('making:placing')}</Message>}
          <div className={styles.actions}>
            <Button size="small" onClick={() => change((now) => changedScene(now, id, { look: middle() }))}>
              {t('making:useView')}
            </Button>
            {look !== undefined && (
              <>
                <Button size="small" onClick={() => viewer.current?.turn(directionOf(look), false)}>
                  {t('making:showView')}
                </Button>
                <Button size="small" onClick={() => change((now) => changedScene(now, id, { look: undefined }))}>
                  {t('making:forgetView')}
                </Button>
              </>
            )}
            {isPlacing ? (
              <>
                <Button size="small" onClick={() => addNote(middle())}>
                  {t('making:tagMiddle')}
                </Button>
                <Button size="small" onClick={() => setPlacing(false)}>
                  {t('making:tagCancel')}
                </Button>
              </>
            ) : (
              <Button size="small" onClick={() => setPlacing(true)}>
                {t('making:addTag')}
              </Button>
            )}
          </div>
          <NoteList
            notes={notes}
            onChange={(next, step) => change((now) => changedScene(now, id, { notes: next }), step && `${step} ${id}`)}
            onShow={(note) => viewer.current?.turn(directionOf(note), false)}
          />
        </div>
      </Card>
    </div>
  );
}

/** What the viewer is about, or why its picture cannot be shown. */
type PreviewState = 'loading' | 'shown' | 'no-webgl' | PictureRefusal;

/** Opens the viewer once, and shows the picture that is chosen in it. */
function usePreview(
  { id, files, picture, look }: DraftScene,
  work: () => PictureWork,
  container: RefObject<HTMLDivElement | null>,
  marks: RefObject<HTMLDivElement | null>,
) {
  const viewer = useRef<PanoramaViewer>(null);
  const [state, setState] = useState<PreviewState>('loading');
  useEffect(() => {
    const frame = container.current;
    if (frame === null) return;
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const onMove = () => placeMarks(viewer.current, marks.current);
    const start = { yaw: 0, pitch: 0, fov: FOV };
    const close = () => {
      viewer.current?.destroy();
      viewer.current = null;
    };
    const onGone = () => {
      close();
      setState('no-webgl');
    };
    try {
      viewer.current = openPanorama({ container: frame, start, isStill, onMove, onGone });
    } catch {
      setState('no-webgl');
    }
    const endSharing = shareScrolling(frame);
    return () => {
      endSharing();
      close();
    };
  }, [container, marks]);
  // A tag that was added has its place at once.
  useEffect(() => placeMarks(viewer.current, marks.current));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture is another viewpoint; its view is taken once.
  useEffect(() => {
    let isOver = false;
    const urls: string[] = [];
    const become = (next: PreviewState) => setState((now) => (now === 'no-webgl' ? now : next));
    become('loading');
    const previewed = async (): Promise<Readonly<Record<Face, Blob>>> => {
      try {
        return await work().preview(files, picture);
      } catch (error) {
        // The worker was stopped with the cutting of a tour.
        if (isOver || !wasStopped(error)) throw error;
        return previewed();
      }
    };
    previewed()
      .then(async (faces) => {
        if (isOver || viewer.current === null) return;
        const url = (face: Face) => {
          const made = URL.createObjectURL(faces[face]);
          urls.push(made);
          return made;
        };
        const [left, right, front, back] = [url('left'), url('right'), url('front'), url('back')];
        viewer.current.turn(directionOf(look ?? { yaw: 0, pitch: 0 }), true);
        await viewer.current.show({
          position: [0, 0, 0],
          floorHeight: -1.6,
          rotation: leaning(picture.lean ?? { pitch: 0, roll: 0 }),
          faces: { left, right, front, back, top: url('up'), bottom: url('down') },
        });
        if (!isOver) become('shown');
      })
      .catch((error: unknown) => {
        // Anything else than a refusal is too little room, as for another thread.
        if (!isOver) become(error instanceof PictureRefused ? error.refusal : { reason: 'memory' });
      });
    return () => {
      isOver = true;
      // Kept until then: a lost WebGL context loads them again.
      for (const made of urls) URL.revokeObjectURL(made);
    };
  }, [id]);
  return { viewer, state };
}

/** Puts the marks where their directions are seen. */
function placeMarks(viewer: PanoramaViewer | null, marks: HTMLElement | null): void {
  if (viewer === null || marks === null) return;
  const camera = panoramaCamera([0, 0, 0], viewer.pose(), viewer.pose().fov, viewer.size());
  for (const mark of marks.querySelectorAll<HTMLElement>('[data-yaw]')) {
    const { yaw, pitch } = directionOf({ yaw: Number(mark.dataset.yaw), pitch: Number(mark.dataset.pitch) });
    const level = Math.cos(pitch);
    const seen = project(camera, [level * Math.sin(yaw), Math.sin(pitch), -level * Math.cos(yaw)]);
    mark.hidden = seen === undefined;
    if (seen !== undefined) mark.style.transform = `translate(${seen.x}px, ${seen.y}px) translate(-50%, -50%)`;
  }
}
