import { type MouseEvent, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../button.tsx'
import { TextField } from './controls.tsx'

interface CopyFieldProps {
  label: string
  value: string
  hint: string
  /** The lines of a longer text. */
  rows?: number
}

/** A value to copy elsewhere, such as an address or a key that is shown once. */
export function CopyField(props: CopyFieldProps) {
  const [said, say] = useState<'copy' | 'copied' | 'copySelected'>('copy')
  async function copy({ currentTarget }: MouseEvent<HTMLButtonElement>): Promise<void> {
    try {
      await navigator.clipboard.writeText(props.value)
      say('copied')
    } catch {
      // Without https, or when it is forbidden, the reader copies by hand.
      currentTarget.closest('div')?.querySelector<HTMLInputElement>('input, textarea')?.select()
      say('copySelected')
    }
  }
  return (
    <div className="flex flex-col gap-2">
      <TextField {...props} isReadOnly dir={props.rows === undefined ? 'ltr' : 'auto'} />
      <p role="status">
        <Button onClick={(event) => void copy(event)}>{t(said)}</Button>
      </p>
    </div>
  )
}
