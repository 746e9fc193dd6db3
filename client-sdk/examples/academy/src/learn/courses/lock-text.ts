import type { Lock } from '@lyceum/sdk'
import { t } from '../../texts/texts.ts'
import { showInstant } from '../../ui/format.ts'

/** Why a lesson is locked. */
export function lockText(
  { code, lessonKey, until }: Lock,
  lessons: readonly { key: string; title: string }[],
): string {
  if (code === 'NotYet') return t('outline.notYet', { until: showInstant(until ?? '') })
  const lesson = lessons.find(({ key }) => key === lessonKey)?.title ?? ''
  return t(code === 'NeedsPass' ? 'outline.needsPass' : 'outline.needsLesson', { lesson })
}
