import type { Lock } from '@lyceum/sdk'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { showInstant, showMinutes } from '../../ui/format.ts'
import { CheckIcon, LockIcon } from '../../ui/icons.tsx'
import { inLanguageOf } from '../../ui/in-language.ts'
import type { Player, PlayerLesson } from './use-player.ts'

/** Says what unlocks a lesson. */
export function lockText(
  { code, lessonKey, until }: Lock,
  lessons: readonly { key: string; title: string }[],
): string {
  if (code === 'NotYet') return t('outline.notYet', { until: showInstant(until ?? '') })
  const lesson = lessons.find(({ key }) => key === lessonKey)?.title ?? ''
  return t(code === 'NeedsPass' ? 'outline.needsPass' : 'outline.needsLesson', { lesson })
}

/** A lesson in its course's outline; on narrow screens its details move below the title. */
export function LessonRow({ lesson, player }: { lesson: PlayerLesson; player: Player }) {
  const { title, type, minutes, required, preview, isDone, isLocked, newLocks } = lesson
  return (
    <>
      <span className={`size-5 shrink-0 ${isDone ? 'text-good' : 'text-muted'}`}>
        {isDone && <CheckIcon />}
        {isDone && <span className="sr-only">{t('outline.done')}</span>}
        {isLocked && <LockIcon />}
        {isLocked && <span className="sr-only">{t('outline.locked')}</span>}
      </span>
      <span className="min-w-0 flex-1 basis-48">
        <span {...inLanguageOf(player.course.language)}>{title}</span>
        {newLocks.map((lock) => (
          <span key={lockText(lock, player.lessons)} className="block text-sm text-muted">
            {lockText(lock, player.lessons)}
          </span>
        ))}
      </span>
      <span className="flex w-full flex-wrap items-center gap-2 ps-7 text-sm font-normal text-muted @md:w-auto @md:ps-0">
        {preview && !player.isEnrolled && <Badge tone="good">{t('lesson.isPreview')}</Badge>}
        {!required && <Badge>{t('lesson.optional')}</Badge>}
        {[t(`field.type.${type}`), ...(minutes > 0 ? [showMinutes(minutes)] : [])].join(' · ')}
      </span>
    </>
  )
}
