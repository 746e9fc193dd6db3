import { useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../button.tsx'
import { TextField } from './form.tsx'

interface CopyFieldProps {
  label: string
  value: string
  hint: string
}

/** Something to be taken elsewhere, such as an address or a key that is shown once. */
export function CopyField(props: CopyFieldProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = () => navigator.clipboard.writeText(props.value).then(() => setCopied(true))
  return (
    <div className="flex flex-col gap-2">
      <TextField {...props} isReadOnly dir="ltr" />
      <p role="status">
        <Button onClick={() => void copy()}>{t(isCopied ? 'copied' : 'copy')}</Button>
      </p>
    </div>
  )
}

/** What is shown this once. */
export function Secret({ value, close }: { value: string; close: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <CopyField label={t('secret.label')} value={value} hint={t('secret.once')} />
      <Button className="self-start" onClick={close}>
        {t('secret.kept')}
      </Button>
    </div>
  )
}
