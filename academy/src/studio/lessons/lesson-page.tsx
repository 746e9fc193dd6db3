import type { DraftLesson } from '@lyceum/sdk'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Loaded, useRead } from '../../ui/data/loaded.tsx'
import { ConfirmButton } from '../../ui/forms/dialog.tsx'
import { SavedBy } from '../../ui/forms/fields.tsx'
import { fieldsOf } from '../../ui/forms/inputs.ts'
import { Page, Section } from '../../ui/page.tsx'
import { useCourse } from '../courses/course.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { ContentFields } from './content-fields.tsx'
import { LeftLesson } from './left-lesson.tsx'
import { findUnsaved } from './lesson-draft.ts'
import { LessonSettings } from './lesson-settings.tsx'
import { RefusedTexts } from './refused-texts.tsx'
import { TextEditor } from './text-editor.tsx'
import { useLesson } from './use-lesson.ts'

const route = getRouteApi('/studio/$course/lesson/$key')

export function LessonPage() {
  const { course: courseId, key } = route.useParams()
  // What is open here is newer than what is read again.
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
          <ContentFields key={`content ${edition}`} value={lesson} onChange={change} />
        </fieldset>
        <TextEditor value={lesson.content} onChange={(content) => change({ content })} />
        <fieldset disabled={!canWrite} className="min-w-0">
          <Section title={t('writing.settings')}>
            <LessonSettings key={edition} value={lesson} onChange={change} />
          </Section>
        </fieldset>
      </SavedBy>
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
