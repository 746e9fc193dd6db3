import { t } from '../../texts/texts.ts'
import { showDay } from '../../ui/format.ts'
import type { MyCourse } from './my-course.ts'

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
