import { t } from '../../texts/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { NextIcon } from '../../ui/icons.tsx'
import { toLesson } from '../courses/links.ts'
import type { Player } from '../courses/use-player.ts'

/** Leads from a lesson that is passed, or waits for a grade, to the next that can be done. */
export function WayOn({ player, lessonId }: { player: Player; lessonId: string }) {
  const { course, lessons, isCompleted } = player
  const at = lessons.findIndex(({ id }) => id === lessonId)
  const others = [...lessons.slice(at + 1), ...lessons.slice(0, Math.max(0, at))]
  const next = others.find(({ isDone, isLocked }) => !isDone && !isLocked)
  if (isCompleted && next?.required !== true)
    return (
      <ButtonLink to="/course/$course/done" params={{ course: course.slug }} look="primary">
        {t('lesson.toCertificate')}
      </ButtonLink>
    )
  if (next === undefined) return null
  return (
    <ButtonLink {...toLesson(course.slug, next.id)} look="primary">
      {t('lesson.next')} <NextIcon />
    </ButtonLink>
  )
}
