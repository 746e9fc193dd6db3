import type { AgendaEntry } from '@lyceum/sdk'
import { infiniteQueryOptions } from '@lyceum/sdk/query'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { kept } from '../../offline/kept.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { showDay, showTime } from '../../ui/format.ts'
import { CheckIcon } from '../../ui/icons.tsx'
import { TextLink } from '../../ui/link.tsx'
import { toCourse, toLesson } from '../courses/links.ts'

/** Reads what opens and is due on some days: the first hundred, of which a page has room. */
export function useAgenda(days: { from: string; to: string }) {
  return useInfiniteQuery(kept(infiniteQueryOptions(lyceum.me.agenda, { ...days, limit: 100 })))
}

interface AgendaEntriesProps {
  entries: AgendaEntry[]
  /** Whether each says its day. */
  withDay?: boolean
}

export function AgendaEntries({ entries, withDay = false }: AgendaEntriesProps) {
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {entries.map((entry) => {
        const { kind, on, at, courseId, courseTitle, lessonKey, title, isDone, isOverdue } = entry
        const day = [withDay && showDay(on), at !== null && showTime(at)].filter(Boolean).join(', ')
        const to = lessonKey === null ? toCourse(courseId) : toLesson(courseId, lessonKey)
        return (
          <li key={`${kind} ${courseId} ${lessonKey}`} className="flex flex-col items-start gap-1">
            <span className="flex items-center gap-1">
              {isDone && (
                <span className="shrink-0 text-good">
                  <CheckIcon />
                  <span className="sr-only">{t('outline.done')}</span>
                </span>
              )}
              <TextLink {...to}>
                <bdi>{title}</bdi>
              </TextLink>
            </span>
            <span className="flex flex-wrap items-center gap-2 text-muted">
              {kind === 'opens' ? (
                <Badge>{t('home.opens')}</Badge>
              ) : (
                <Badge tone={isOverdue ? 'bad' : isDone ? 'good' : 'warn'}>
                  {[t(isOverdue ? 'home.overdue' : 'course.due'), day].filter(Boolean).join(' · ')}
                </Badge>
              )}
              {lessonKey !== null && <bdi>{courseTitle}</bdi>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
