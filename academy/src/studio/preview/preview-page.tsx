import { Navigate } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty, Read } from '../../ui/data/loaded.tsx'
import { DetailPage } from '../../ui/data/pages.tsx'
import { showMinutes } from '../../ui/format.ts'
import { AskButton } from '../comments/comments.tsx'
import { useCourse } from '../courses/course.ts'
import { Reader, useSelectedWords } from './reader.tsx'

/** Opens the first lesson of the draft as learners will see it. */
export function PreviewStart() {
  const { courseId } = useCourse()
  return (
    <DetailPage get={lyceum.drafts.get} input={() => ({ courseId })} title="writing.see">
      {({ sections }) => {
        const [first] = sections.flatMap(({ lessons }) => lessons)
        if (first === undefined) return <Empty>{t('preview.none')}</Empty>
        const params = { course: courseId, key: first.key }
        return <Navigate to="/studio/$course/preview/$key" params={params} replace />
      }}
    </DetailPage>
  )
}

/** Shows a lesson of the draft as learners will see it. */
export function PreviewPage() {
  const { courseId } = useCourse()
  const quote = useSelectedWords()
  return (
    <DetailPage
      get={lyceum.drafts.previewLesson}
      input={({ key }) => ({ courseId, key })}
      title={({ title }) => title}
      lead={({ minutes }) => `${t('writing.previewLead')} · ${showMinutes(minutes)}`}
      actions={({ key }) => (
        <>
          <AskButton lessonKey={key} quote={quote} />
          <ButtonLink to="/studio/$course/lesson/$key" params={{ course: courseId, key }}>
            {t('writing.edit')}
          </ButtonLink>
        </>
      )}
    >
      {(lesson) => (
        <Read of={lyceum.drafts.get} input={{ courseId }}>
          {({ sections }) => <Reader sections={sections} lesson={lesson} />}
        </Read>
      )}
    </DetailPage>
  )
}
