import type { Lock } from '@lyceum/sdk'
import { Link } from '@tanstack/react-router'
import { t } from '../../texts/texts.ts'
import { showInstant } from '../../ui/format.ts'
import { LockIcon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/loaded.tsx'
import type { Player } from './use-player.ts'

/** Why a lesson is not open yet, in a line. */
export function whyLocked({ code, lessonKey, until }: Lock, { lessons }: Player): string {
  const title = lessons.find(({ key }) => key === lessonKey)?.title ?? ''
  if (code === 'NotYet') return t('lesson.opensOn', { instant: showInstant(until ?? '') })
  return code === 'NeedsPass' ? t('lesson.firstPass', { title }) : t('lesson.firstDo', { title })
}

/** In place of a lesson that is not open yet: what opens it. */
export function Locked({ locks, player }: { locks: readonly Lock[]; player: Player }) {
  return (
    <Notice icon={<LockIcon />} title={t('lesson.locked')} text={t('lesson.locked.text')}>
      <ul className="flex flex-col gap-2">
        {locks.map((lock) => {
          const lesson = player.lessons.find(({ key }) => key === lock.lessonKey)
          const why = whyLocked(lock, player)
          return (
            <li key={why}>
              {lesson === undefined ? (
                why
              ) : (
                <Link
                  to="/course/$course/lesson/$lesson"
                  params={{ course: player.course.slug, lesson: lesson.id }}
                  className="text-brand underline"
                >
                  {why}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}
