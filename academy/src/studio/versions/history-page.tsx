import { lyceum } from '../../lyceum.ts'
import { findText, t } from '../../texts/texts.ts'
import { ListPage } from '../../ui/data/pages.tsx'
import { Recorded } from '../../ui/data/records.tsx'
import { showInstant } from '../../ui/format.ts'
import { useCourse } from '../courses/course.ts'

export function HistoryPage() {
  const { courseId } = useCourse()
  return (
    <ListPage
      title="studio.history"
      list={lyceum.authoring.history}
      input={{ courseId }}
      keyOf={({ at, event }) => `${at} ${event}`}
      columns={{
        event: ({ event }) => findText(`history.${event}`) ?? event,
        at: ({ at }) => showInstant(at),
        actor: ({ user }) => <bdi>{user?.name ?? t('history.nobody')}</bdi>,
        about: ({ details, names }) => <Recorded {...{ details, names }} isBrief isPlain />,
      }}
    />
  )
}
