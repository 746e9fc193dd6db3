import { useState } from 'react'
import { t } from '../../texts/texts.ts'
import { TextField } from '../forms/controls.tsx'
import type { PickerProps } from './pick.ts'

/** A color, chosen in the browser's own dialog or written as `#1d4ed8`; may be none. */
export function ColorField({ name, label, hint, isRequired = false, values }: PickerProps) {
  const [color, setColor] = useState(values[0] ?? '')
  const isColor = /^#[0-9a-f]{6}$/i.test(color)
  return (
    <div className="relative">
      <TextField
        className="flex flex-col gap-1 [&_input]:pe-16"
        {...{ name, label, isRequired }}
        {...(hint !== undefined && { hint })}
        value={color}
        onChange={setColor}
      />
      <input
        type="color"
        aria-label={t('pick.color', { label })}
        className="absolute end-1 top-7 h-8 w-12 cursor-pointer rounded border-0 bg-paper p-0"
        value={isColor ? color : '#808080'}
        onChange={({ target }) => setColor(target.value)}
      />
    </div>
  )
}
