import type { DraftFile } from '@lyceum/sdk'
import { LiveFields } from '../../ui/forms/fields.tsx'
import type { Edits } from '../lessons/content.ts'
import { anyFile } from './file-field.tsx'

/** Takes the file that a lesson is. */
export function FileChoice({ value, onChange }: Edits<DraftFile | null, DraftFile>) {
  return (
    <LiveFields
      at="file"
      kinds={{ file: anyFile }}
      of={value}
      onChange={({ file }) => file !== null && onChange({ file })}
    />
  )
}
