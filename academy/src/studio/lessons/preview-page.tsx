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
  const { courseId, language } = useCourse()
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
      {(lesson) => (
        <>
          <div {...inLanguageOf(language)} className="flex flex-col gap-6">
            <Beside lesson={lesson} />
            <Markdown text={lesson.content} html={lesson.html} />
          </div>
          <nav className="mt-8 flex flex-wrap justify-between gap-3">
            {[lesson.previous, lesson.next].map((other) => {
              if (other === null) return null
              const params = { course: courseId, key: other.key }
              return (
                <ButtonLink key={other.key} to="/studio/$course/preview/$key" params={params}>
                  {other.title}
                </ButtonLink>
              )
            })}
          </nav>
        </>
      )}
    </DetailPage>
  )
}

function Beside({ lesson }: { lesson: LessonPreview }) {
  const { Preview } = partsOf(lesson.type)
  return Preview && <Preview lesson={lesson} />
}
