import { t } from '../texts/texts.ts'
import { showPercent } from '../ui/format.ts'
import { Panel } from '../ui/page.tsx'

/** Says what passes; nothing of a lesson in which nothing is written yet. */
export function ToPass({ about }: { about: { passPercent: number; points: number } | null }) {
  if (about === null) return null
  const percent = showPercent(about.passPercent)
  return <Panel>{t('writing.toPass', { points: about.points, percent })}</Panel>
}
