import type { Lock } from '@lyceum/sdk'
import { t } from '../../texts/texts.ts'
import { LockIcon } from '../../ui/icons.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Notice } from '../../ui/loaded.tsx'
import { lockText } from '../courses/lesson-state.tsx'
import type { Player } from './use-player.ts'

/** In place of a lesson that is not open yet: what opens it. */
export function Locked({ locks, player }: { locks: readonly Lock[]; player: Player }) {
  return (
    <Notice icon={<LockIcon />} title={t('lesson.locked')} text={t('lesson.locked.text')}>
      <ul className="flex flex-col gap-2">
        {locks.map((lock) => {
          const lesson = player.lessons.find(({ key }) => key === lock.lessonKey)
          const why = lockText(lock, player.lessons)
          return (
            <li key={why}>
              {lesson === undefined ? (
                why
              ) : (
                <TextLink
                  to="/course/$course/lesson/$lesson"
                  params={{ course: player.course.slug, lesson: lesson.id }}
                >
                  {why}
                </TextLink>
              )}
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}
