import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import type { StudioCourse } from './course.ts'

const tones = { draft: 'warn', published: 'good', archived: 'plain' } as const

/** Whether the course is in the catalogue, and whether there is something to publish. */
export function CourseState({ course: { status, hasDraft } }: { course: StudioCourse }) {
  return (
    <>
      <Badge tone={tones[status]}>{t(`authored.${status}`)}</Badge>
      {hasDraft && status !== 'draft' && <Badge tone="warn">{t('authored.hasDraft')}</Badge>}
    </>
  )
}
