import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import type { SaveState } from './use-lesson.ts'

const tones = {
  saved: 'good',
  waiting: 'plain',
  saving: 'plain',
  offline: 'warn',
  refused: 'bad',
  conflict: 'bad',
} as const

export function SaveStateBadge({ state }: { state: SaveState }) {
  return (
    <span role="status">
      <Badge tone={tones[state.name]}>{t(`saving.${state.name}`)}</Badge>
    </span>
  )
}
