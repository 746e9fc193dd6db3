import type { WorkItem } from '@lyceum/sdk'
import { Link } from '@tanstack/react-router'
import { lyceum } from '../lyceum.ts'
import { t } from '../texts/texts.ts'
import { Read } from '../ui/data/loaded.tsx'
import { showDay } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'

/** The page where each kind of work is done. */
const places: Record<WorkItem['kind'], string> = {
  toGrade: '/studio/grading',
  toReview: 'publish',
  draftProblems: 'publish',
  toAnswer: 'threads',
  reported: 'threads',
  stopped: 'stopped',
  extensionsEnding: 'gradebook',
  flaws: 'flaws',
  disputes: '/desk/transactions',
  mailsFailed: '/desk/mails?status=failed',
  jobsFailed: '/desk/jobs?status=failed',
  webhooksFailing: '/desk/webhooks',
  invitationsEnding: '/desk/invitations',
}

const placeOf = ({ kind, course }: WorkItem) =>
  course === null || kind === 'toGrade' ? places[kind] : `/studio/${course.id}/${places[kind]}`

/** What waits for the reader, counted, each line a link to where it is done. */
export function WorkList() {
  return (
    <Section title={t('work.title')}>
      <Read of={lyceum.work.list} input={{}} staleTime={0}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-muted">{t('work.none')}</p>
          ) : (
            <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line">
              {items.map((item) => (
                <li key={`${item.kind} ${item.course?.id}`}>
                  <Link
                    to={placeOf(item)}
                    {...(item.kind === 'toGrade' && { search: { courseId: item.course?.id } })}
                    className="flex min-h-12 flex-wrap items-baseline gap-x-3 px-4 py-2 hover:bg-panel"
                  >
                    <span className="font-medium">{t(`work.${item.kind}`, item)}</span>
                    {item.course && <bdi>{item.course.title}</bdi>}
                    {item.since && (
                      <span className="ms-auto text-sm text-muted">
                        {t(isEnding(item) ? 'work.firstEnds' : 'work.since', {
                          day: showDay(item.since),
                        })}
                      </span>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
    </Section>
  )
}

const isEnding = ({ kind }: WorkItem) => kind === 'extensionsEnding' || kind === 'invitationsEnding'
