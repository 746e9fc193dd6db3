import { Navigate } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Empty, Read } from '../../ui/data/loaded.tsx'
import { DetailPage } from '../../ui/data/pages.tsx'
import { showNumber } from '../../ui/format.ts'
import { TextLink } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { useCourse } from '../courses/course.ts'
import { Reader } from '../preview/reader.tsx'

/** Opens the course as it is published, for those who do not write it. */
export function CurrentVersionPage() {
  const { courseId, version } = useCourse()
  if (version === null)
    return (
      <Page title={t('studio.read')}>
        <Empty>{t('studio.read.none')}</Empty>
      </Page>
    )
  const params = { course: courseId, number: String(version) }
  return <Navigate to="/studio/$course/versions/$number" params={params} replace />
}

/** Opens the first lesson of a published version. */
export function VersionPage() {
  const { courseId } = useCourse()
  return (
    <DetailPage
      get={lyceum.versions.get}
      input={({ number }) => ({ courseId, number: Number(number) })}
      title={({ title }) => title}
    >
      {({ number, sections }) => {
        const [first] = sections.flatMap(({ lessons }) => lessons)
        if (first === undefined) return <Empty>{t('preview.none')}</Empty>
        const params = { course: courseId, number: String(number), key: first.key }
        return <Navigate to="/studio/$course/versions/$number/$key" params={params} replace />
      }}
    </DetailPage>
  )
}

/** Shows a lesson of a published version as its learners see it. */
export function VersionLessonPage() {
  const { courseId, may } = useCourse()
  return (
    <DetailPage
      get={lyceum.versions.getLesson}
      input={({ number, key }) => ({ courseId, number: Number(number), key })}
      title={({ title }) => title}
    >
      {(lesson, { number }) => (
        <Read of={lyceum.versions.get} input={{ courseId, number: Number(number) }}>
          {({ sections, number }) => (
            <>
              <p className="mb-6 rounded-lg border border-line bg-panel px-3 py-2">
                {t('versions.reading', { number: showNumber(number) })}{' '}
                {may('read') && (
                  <TextLink to="/studio/$course/versions" params={{ course: courseId }}>
                    {t('studio.versions')}
                  </TextLink>
                )}
              </p>
              <Reader sections={sections} lesson={lesson} version={number} />
            </>
          )}
        </Read>
      )}
    </DetailPage>
  )
}
