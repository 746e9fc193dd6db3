import type { LessonPreview } from '@lyceum/sdk'
import { partsOf } from '../../lessons/lessons.ts'
import { lyceum } from '../../lyceum.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { t } from '../../texts/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DetailPage } from '../../ui/data/pages.tsx'
import { showMinutes } from '../../ui/format.ts'
import { inLanguageOf } from '../../ui/in-language.ts'
import { useCourse } from '../courses/course.ts'

/** Shows a lesson of the draft as learners will see it. */
export function PreviewPage() {
  const { courseId } = useCourse()
  return (
    <DetailPage
      get={lyceum.drafts.previewLesson}
      input={({ key }) => ({ courseId, key })}
      title={({ title }) => title}
      lead={({ minutes }) => `${t('writing.previewLead')} · ${showMinutes(minutes)}`}
      actions={({ key }) => (
        <ButtonLink to="/studio/$course/lesson/$key" params={{ course: courseId, key }}>
          {t('writing.edit')}
        </ButtonLink>
      )}
    >
      {(lesson) => <LessonAsRead lesson={lesson} to="/studio/$course/preview/$key" />}
    </DetailPage>
  )
}

interface LessonAsReadProps {
  lesson: LessonPreview
  /** The page of its neighbors. */
  to: `/studio/$course/${'preview' | 'read'}/$key`
}

/** A lesson as its learners read it, with the way to the next. */
export function LessonAsRead({ lesson, to }: LessonAsReadProps) {
  const { courseId, language } = useCourse()
  return (
    <>
      <div {...inLanguageOf(language)} className="flex flex-col gap-6">
        <Beside lesson={lesson} />
        <Markdown text={lesson.content} html={lesson.html} />
      </div>
      <nav className="mt-8 flex flex-wrap justify-between gap-3">
        {[lesson.previous, lesson.next].map(
          (other) =>
            other && (
              <ButtonLink key={other.key} to={to} params={{ course: courseId, key: other.key }}>
                {other.title}
              </ButtonLink>
            ),
        )}
      </nav>
    </>
  )
}

function Beside({ lesson }: { lesson: LessonPreview }) {
  const { Preview } = partsOf(lesson.type)
  return Preview && <Preview lesson={lesson} />
}
