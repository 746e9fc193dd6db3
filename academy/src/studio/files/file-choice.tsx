import type { DraftFile } from '@lyceum/sdk'
import { LiveFields } from '../../ui/forms/fields.tsx'
import type { Edits } from '../lessons/content.ts'
import { useFileChoices } from './use-uploads.tsx'

/** Chooses the file that a lesson is. */
export function FileChoice({ value, onChange }: Edits<DraftFile | null, DraftFile>) {
  const { choicesOf, count } = useFileChoices()
  return (
    <LiveFields
      key={count}
      at="file"
      kinds={{ file: ['', ...choicesOf('', value?.file)] }}
      of={value}
      onChange={({ file }) => onChange({ file: file ?? '' })}
    />
  )
}
