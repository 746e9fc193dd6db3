import type { LessonPreview } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { t } from '../../texts/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { showMinutes, showPercent } from '../../ui/format.ts'
import { OutsideLink } from '../../ui/link.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { useCourse } from '../courses/course.ts'
import { LoadedPage } from '../loaded-page.tsx'

const route = getRouteApi('/studio/$course/preview/$key')

/** A lesson of the draft as learners will read it. */
export function PreviewPage() {
  const { course: courseId, key } = route.useParams()
  const { language } = useCourse()
  const query = useQuery({
    ...queryOptions(lyceum.drafts.previewLesson, { courseId, key }),
    staleTime: 0,
  })
  const to = '/studio/$course/preview/$key'
  return (
    <LoadedPage query={query} title={t('changes.lesson')}>
      {(lesson) => (
        <Page
          title={lesson.title}
          lead={`${t('writing.previewLead')} · ${showMinutes(lesson.minutes)}`}
          actions={
            <ButtonLink to="/studio/$course/lesson/$key" params={{ course: courseId, key }}>
              {t('writing.edit')}
            </ButtonLink>
          }
        >
          <div lang={language} className="flex flex-col gap-6">
            <Beside lesson={lesson} />
            <Markdown text={lesson.content} html={lesson.html} />
          </div>
          <nav className="mt-8 flex flex-wrap justify-between gap-3">
            {[lesson.previous, lesson.next].map(
              (other) =>
                other !== null && (
                  <ButtonLink key={other.key} to={to} params={{ course: courseId, key: other.key }}>
                    {other.title}
                  </ButtonLink>
                ),
            )}
          </nav>
        </Page>
      )}
    </LoadedPage>
  )
}

/** What the lesson has beside its text. */
function Beside({ lesson }: { lesson: LessonPreview }) {
  switch (lesson.type) {
    case 'video': {
      if (lesson.video === null) return null
      const { sources, poster, captions } = lesson.video
      return (
        <video controls {...(poster !== null && { poster })} className="w-full rounded-xl">
          {sources.map(({ url, type }) => (
            <source key={url} src={url} {...(type !== null && { type })} />
          ))}
          {captions.map(({ url, language, label }) => (
            <track
              key={url}
              kind="captions"
              src={url}
              srcLang={language}
              label={label ?? language}
            />
          ))}
        </video>
      )
    }
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
