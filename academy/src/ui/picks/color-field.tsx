import { useRef, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { TextField } from '../forms/controls.tsx'
import type { PickerProps } from './pick.ts'

/** A color, chosen in the browser's own dialog or written as `#1d4ed8`; may be none. */
export function ColorField({ name, label, hint, isRequired = false, values }: PickerProps) {
  const [color, setColor] = useState(values[0] ?? '')
  const frame = useRef<HTMLDivElement>(null)
  const isColor = /^#[0-9a-f]{6}$/i.test(color)
  return (
    <div ref={frame} className="flex items-end gap-2">
      <TextField
        className="flex min-w-0 flex-1 flex-col gap-1"
        {...{ name, label, isRequired }}
        {...(hint !== undefined && { hint })}
        value={color}
        onChange={setColor}
      />
      <input
        type="color"
        aria-label={t('pick.color', { label })}
        className="h-10 w-14 cursor-pointer rounded-lg border border-field bg-paper p-1"
        value={isColor ? color : '#808080'}
        onChange={({ target }) => setColor(target.value)}
      />
    </div>
  )
}
