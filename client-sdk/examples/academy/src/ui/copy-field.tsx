import { useState } from 'react'
import { t } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { inputClass } from './form.tsx'

interface CopyFieldProps {
  label: string
  value: string
  hint?: string
}

/** Something to be taken elsewhere, such as an address or a key that is shown once. */
export function CopyField({ label, value, hint }: CopyFieldProps) {
  const [isCopied, setCopied] = useState(false)
  return (
    <div>
      <label className="flex flex-col gap-1">
        <span className="text-sm font-medium">{label}</span>
        <input
          readOnly
          value={value}
          dir="ltr"
          className={inputClass}
          onFocus={({ target }) => target.select()}
        />
      </label>
      {hint !== undefined && <p className="mt-1 text-sm text-muted">{hint}</p>}
      <p className="mt-2" role="status">
        <Button
          onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
        >
          {t(isCopied ? 'copied' : 'copy')}
        </Button>
      </p>
    </div>
  )
}
