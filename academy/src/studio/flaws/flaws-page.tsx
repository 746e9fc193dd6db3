import type { Flaw } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { withoutMarkup } from '../../markdown/without-markup.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { ListPage } from '../../ui/data/pages.tsx'
import { showInstant, showNumber } from '../../ui/format.ts'
import { useCourse } from '../courses/course.ts'

/** What learners say is wrong, for those who write the course. */
export function FlawsPage() {
  const { courseId } = useCourse()
  return (
    <ListPage
      title="studio.flaws"
      list={lyceum.flaws.list}
      filters={{ open: 'flag' }}
      input={{ courseId, open: true }}
      href={({ id }) => `/studio/${courseId}/flaws/${id}`}
      columns={{
        place: (flaw) => <bdi>{placeOfFlaw(flaw)}</bdi>,
        flawKind: ({ kind }) => t(`flaws.kind.${kind}`),
        reports: ({ reports }) => showNumber(reports),
        lastReported: ({ reportedAt }) => showInstant(reportedAt),
        outcome: (flaw) => <Outcome of={flaw} />,
      }}
    />
  )
}

export function placeOfFlaw({ lesson, question }: Flaw): string {
  if (question === null) return lesson.title
  return `${lesson.title}: ${withoutMarkup(question.title ?? question.key)}`
}

/** How a case stands. A new version settles none: it only shows that something has changed. */
export function Outcome({ of: { outcome, isChanged } }: { of: Flaw }) {
  if (outcome !== null) return t(`field.outcome.${outcome}`)
  return (
    <span className="flex flex-wrap gap-1">
      <Badge>{t('flaws.open')}</Badge>
      {isChanged && <Badge tone="warn">{t('flaws.changed')}</Badge>}
    </span>
  )
}
