import { lyceum } from '../../lyceum.ts'
import { findText, t } from '../../texts/texts.ts'
import { showInstant } from '../../ui/format.ts'
import { ReadList } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { useCourse } from '../courses/course.ts'

export function HistoryPage() {
  const { id: courseId } = useCourse()
  return (
    <Page title={t('studio.history')}>
      <ReadList of={lyceum.authoring.history} input={{ courseId }} empty={t('history.none')}>
        {(entries) => (
          <ol className="flex flex-col border-s border-line">
            {entries.map(({ at, event, user, details }) => (
              <li key={`${at} ${event}`} className="py-2 ps-4">
                <p className="font-medium">{findText(`history.${event}`) ?? event}</p>
                <p className="text-sm text-muted">
                  {showInstant(at)} · <bdi>{user?.name ?? t('history.nobody')}</bdi>
                </p>
                <p className="text-sm text-muted">
                  {Object.entries(details)
                    .filter(([name, value]) => value !== null && !name.endsWith('Id'))
                    .map(([name, value]) => `${name}: ${value}`)
                    .join(' · ')}
                </p>
              </li>
            ))}
          </ol>
        )}
      </ReadList>
    </Page>
  )
}
