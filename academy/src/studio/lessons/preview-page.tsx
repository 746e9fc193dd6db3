import type { LessonPreview } from '@lyceum/sdk'
import { VideoElement } from '../../learn/lessons/video-element.tsx'
import { lyceum } from '../../lyceum.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { t } from '../../texts/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DetailPage } from '../../ui/data/pages.tsx'
import { showMinutes, showPercent } from '../../ui/format.ts'
import { inLanguageOf } from '../../ui/in-language.ts'
import { OutsideLink } from '../../ui/link.tsx'
import { Panel } from '../../ui/page.tsx'
import { useCourse } from '../courses/course.ts'

/** A lesson of the draft as learners will read it. */
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
  switch (lesson.type) {
    case 'video':
      return lesson.video && <VideoElement video={lesson.video} className="w-full rounded-xl" />
    case 'file':
      return lesson.file && <OutsideLink href={lesson.file.url}>{lesson.file.name}</OutsideLink>
    case 'link':
      return lesson.link && <OutsideLink href={lesson.link.url}>{lesson.link.url}</OutsideLink>
    case 'quiz':
    case 'assignment': {
      const about = lesson.type === 'quiz' ? lesson.quiz : lesson.assignment
      if (about === null) return null
      const percent = showPercent(about.passPercent)
      return <Panel>{t('writing.toPass', { points: about.points, percent })}</Panel>
    }
    default:
      return null
  }
}
