import type { Outputs } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { kept } from '../../offline/kept.ts'
import { useIsSignedIn } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { showDay } from '../../ui/format.ts'
import { statesQuery } from '../lessons/queries.ts'

export type MyCourse = Outputs['me']['courses']['items'][number]
type LessonState = Outputs['progress']['get']['items'][number]

/** The reader's courses, those of the last hundred in which they did something. */
export function useMyCourses(): { isPending: boolean; courses: MyCourse[] } {
  const isSignedIn = useIsSignedIn()
  const { data, isLoading } = useQuery({
    ...kept(queryOptions(lyceum.me.courses, { limit: 100 })),
    enabled: isSignedIn,
  })
  return { isPending: isLoading, courses: data?.items ?? [] }
}

/** What the reader has done in a course, by the ids of its lessons. */
export function useLessonStates(courseId: string, isEnrolled: boolean): Map<string, LessonState> {
  const { data } = useQuery({ ...statesQuery(courseId), enabled: isEnrolled })
  return new Map(data?.items.map((state) => [state.lessonId, state]))
}

/** From 90 days before its certificate expires a course can be taken again. */
export function isRenewable({ certificate, renewingSince }: MyCourse): boolean {
  if (certificate === null || certificate.validUntil === null) return false
  if (certificate.status === 'revoked' || renewingSince !== null) return false
  return Date.parse(certificate.validUntil) - Date.now() < 90 * 24 * 3_600_000
}

/** Until when, and what, where it is a lesson and not the course. */
export function DueText({ due }: { due: NonNullable<MyCourse['due']> }) {
  const { isOverdue, on, lessonKey, title } = due
  return (
    <>
      {t(isOverdue ? 'due.was' : 'due.is', { day: showDay(on) })}
      {lessonKey !== null && (
        <>
          : <bdi>{title}</bdi>
        </>
      )}
    </>
  )
}
