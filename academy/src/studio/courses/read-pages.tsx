import { Link } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Empty } from '../../ui/data/loaded.tsx'
import { DetailPage } from '../../ui/data/pages.tsx'
import { showMinutes } from '../../ui/format.ts'
import { linkClass } from '../../ui/link.tsx'
import { nameOf } from '../../ui/names.ts'
import { Page, Section } from '../../ui/page.tsx'
import { LessonAsRead } from '../lessons/preview-page.tsx'
import { useCourse } from './course.ts'

/** The course as it is published, for those who do not write it. */
export function ReadCoursePage() {
  const { courseId, version: number, language } = useCourse()
  if (number === null)
    return (
      <Page title={t('studio.read')}>
        <Empty>{t('studio.read.none')}</Empty>
      </Page>
    )
  return (
    <DetailPage get={lyceum.versions.get} input={() => ({ courseId, number })} title="studio.read">
      {({ sections }) =>
        Object.entries(sections).map(([at, { title, lessons }]) => (
          <Section key={at} title={title}>
            <ol className="flex flex-col gap-2">
              {lessons.map(({ key, title: lesson, type, minutes }) => (
                <li key={key}>
                  <Link
                    to="/studio/$course/read/$key"
                    params={{ course: courseId, key }}
                    className={linkClass}
                  >
                    <bdi lang={language}>{lesson}</bdi>
                  </Link>{' '}
                  <span className="text-sm text-muted">
                    {nameOf(type, 'type')} · {showMinutes(minutes)}
                  </span>
                </li>
              ))}
            </ol>
          </Section>
        ))
      }
    </DetailPage>
  )
}

export function ReadLessonPage() {
  const { courseId, version } = useCourse()
  return (
    <DetailPage
      get={lyceum.versions.getLesson}
      input={({ key }) => ({ courseId, number: version ?? 0, key })}
      title={({ title }) => title}
      lead={({ minutes }) => showMinutes(minutes)}
    >
      {(lesson) => <LessonAsRead lesson={lesson} to="/studio/$course/read/$key" />}
    </DetailPage>
  )
}
