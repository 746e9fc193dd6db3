import type { Lock } from '@lyceum/sdk'
import { t } from '../../texts/texts.ts'
import { showInstant } from '../../ui/format.ts'
import { CheckIcon, LockIcon } from '../../ui/icons.tsx'

export function lockText(
  { code, lessonKey, until }: Lock,
  lessons: readonly { key: string; title: string }[],
): string {
  if (code === 'NotYet') return t('outline.notYet', { until: showInstant(until ?? '') })
  const lesson = lessons.find(({ key }) => key === lessonKey)?.title ?? ''
  return t(code === 'NeedsPass' ? 'outline.needsPass' : 'outline.needsLesson', { lesson })
}

export function LessonMark({ isDone, isLocked }: { isDone: boolean; isLocked: boolean }) {
  return (
    <span
      className={`grid size-5 shrink-0 place-items-center ${isDone ? 'text-good' : 'text-muted'}`}
    >
      {isDone && <CheckIcon />}
      {isDone && <span className="sr-only">{t('outline.done')}</span>}
      {!isDone && isLocked && <LockIcon />}
    </span>
  )
}
