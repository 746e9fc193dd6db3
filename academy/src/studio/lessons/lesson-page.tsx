import type { DraftLesson } from '@lyceum/sdk'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { partsOf } from '../../lessons/lessons.ts'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Loaded, Loading, useRead } from '../../ui/data/loaded.tsx'
import { ConfirmButton } from '../../ui/forms/dialog.tsx'
import { SavedBy } from '../../ui/forms/fields.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { useLeaveGuard } from '../../ui/forms/leave-guard.ts'
import { fieldsOf } from '../../ui/inputs/inputs.ts'
import { Page, Section } from '../../ui/page.tsx'
import { useStore } from '../../ui/store.ts'
import { Comments } from '../comments/comments.tsx'
import { useCourse } from '../courses/course.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { LeftLesson } from './left-lesson.tsx'
import { findUnsaved, openDraft } from './lesson-draft.ts'
import { LessonSettings } from './lesson-settings.tsx'
import { Problems, placeOf, RevealNamed } from './problems.tsx'
import type { LessonPatch, Texts } from './refusals.ts'
import { reveal } from './reveal.ts'
import { TextEditor } from './text-editor.tsx'

const route = getRouteApi('/studio/$course/lesson/$key')

export function LessonPage() {
  const { course: courseId, key } = route.useParams()
  // Never read again: the open draft is newer.
  const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }
  const query = useRead(lyceum.drafts.getLesson, { courseId, key }, once)
  const lesson = query.data ?? findUnsaved(courseId, key)
  if (lesson !== undefined) return <LessonEditor key={key} loaded={lesson} />
  return (
    <Page title={t('field.lesson')}>
      <Loaded query={query}>{() => null}</Loaded>
      <LeftLesson courseId={courseId} lessonKey={key} />
    </Page>
  )
}

const tones = {
  saved: 'good',
  waiting: 'plain',
  saving: 'plain',
  offline: 'warn',
  refused: 'bad',
  conflict: 'bad',
} as const

function LessonEditor({ loaded }: { loaded: DraftLesson }) {
  const { courseId, canWrite } = useCourse()
  const draft = useLesson(courseId, loaded)
  const { lesson, state, refused, edition, isBack, change, resolve, discard } = draft
  const isRefused = state.name === 'refused' || Object.keys(refused).length > 0
  const params = { course: courseId, key: lesson.key }
  return (
    <Page
      title={lesson.title || loaded.title}
      lead={
        <Link to="/studio/$course" params={params} className="text-brand hover:underline">
          {t('writing.back')}
        </Link>
      }
      actions={
        <>
          {canWrite && (
            <span role="status">
              <Badge tone={tones[state.name]}>{t(`saving.${state.name}`)}</Badge>
            </span>
          )}
          <ButtonLink to="/studio/$course/preview/$key" params={params}>
            {t('writing.see')}
          </ButtonLink>
        </>
      }
    >
      {isBack && (
        <p role="status" className="mb-4 rounded-lg border border-line bg-panel px-3 py-2">
          {t('saving.back')}
        </p>
      )}
      <Problems of={lesson.key} />
      {isRefused && (
        <div role="alert" className="mb-4 rounded-lg border border-bad px-3 py-2 text-bad">
          <RefusedTexts
            texts={refused}
            message={state.name === 'refused' ? state.message : undefined}
          />
          <ConfirmButton name="saving.discard" look="quiet" run={async () => discard()} />
        </div>
      )}
      <SavedBy value={{ refused, fields: fieldsOf(lyceum.drafts.updateLesson) }}>
        <fieldset disabled={!canWrite} className="min-w-0">
          <ContentFields key={`content ${edition}`} lesson={lesson} onChange={change} />
        </fieldset>
        <div data-at="content">
          <TextEditor value={lesson.content} onChange={(content) => change({ content })} />
        </div>
        <fieldset disabled={!canWrite} className="min-w-0">
          <Section
            title={t('writing.settings')}
            actions={canWrite && state.name === 'saved' && <Address lesson={lesson} />}
          >
            <LessonSettings key={edition} value={lesson} onChange={change} />
          </Section>
        </fieldset>
      </SavedBy>
      <Comments lessonKey={loaded.key} />
      {state.name === 'conflict' && (
        <ConflictDialog
          mine={lesson}
          theirs={state.theirs}
          onChoose={(choice) => resolve(state.theirs, choice)}
        />
      )}
    </Page>
  )
}

/** Changes by what links and learners' progress know the lesson: both follow. */
function Address({ lesson: { key, revision } }: { lesson: DraftLesson }) {
  const { courseId } = useCourse()
  return (
    <FormDialog
      name="writing.address"
      to={lyceum.drafts.updateLesson}
      input={{ courseId, key, revision }}
      fields={['newKey']}
      defaults={{ newKey: key }}
      without={[
        ...(['formerKeys', 'title', 'type', 'minutes', 'required', 'preview', 'requires'] as const),
        ...(['content', 'video', 'file', 'link', 'quiz', 'assignment', 'course'] as const),
        ...(['available', 'due'] as const),
      ]}
      leadsTo={(moved) => `/studio/${courseId}/lesson/${moved.key}`}
    />
  )
}

/** Nobody waits longer than this for a page. */
const patienceMilliseconds = 5_000

/** Opens a lesson for editing: saves it before another page is shown, or else asks. */
function useLesson(courseId: string, loaded: DraftLesson) {
  const [draft] = useState(() => openDraft(courseId, loaded))
  const patience = () => new Promise((resolve) => setTimeout(resolve, patienceMilliseconds))
  useLeaveGuard({
    isUnsaved: draft.isUnsaved,
    question: t(draft.isKept() ? 'saving.leave' : 'form.leave'),
    settle: () => Promise.race([draft.save(), patience()]),
  })
  // The keys that save a document elsewhere: here they need not wait for the pause.
  useEffect(() => {
    function saveAtOnce(event: KeyboardEvent): void {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      void draft.save()
    }
    addEventListener('keydown', saveAtOnce)
    return () => removeEventListener('keydown', saveAtOnce)
  }, [draft])
  return { ...draft, ...useStore(draft) }
}

interface ContentFieldsProps {
  lesson: DraftLesson
  onChange: (patch: LessonPatch) => void
}

/** Edits what a lesson has beside its text. */
function ContentFields({ lesson, onChange }: ContentFieldsProps) {
  const { Fields } = partsOf(lesson.type)
  if (Fields === null) return <RevealNamed />
  return (
    <Section title={t(`field.type.${lesson.type}`)}>
      <Suspense fallback={<Loading />}>
        <div data-at={lesson.type}>
          <Fields lesson={lesson} onChange={onChange} />
        </div>
        <RevealNamed />
      </Suspense>
    </Section>
  )
}

/** Lists the server's refusals, by the names of the fields on the page. */
function RefusedTexts({ texts, message }: { texts: Texts; message: string | undefined }) {
  const refused = Object.entries(texts)
  if (refused.length === 0) return <p>{t('saving.refusedText', { message: message ?? '' })}</p>
  return (
    <ul>
      {refused.map(([path, text]) => (
        <li key={path}>
          <button type="button" className="text-start hover:underline" onClick={() => reveal(path)}>
            {t('saving.refusedText', { message: `${placeOf(path)}: ${text}` })}
          </button>
        </li>
      ))}
    </ul>
  )
}
