import { useRef } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../button.tsx'
import { CopyField } from './copy-field.tsx'
import { useLeaveGuard } from './leave-guard.ts'

/** Shows a secret, once: Escape and every other way out ask first. */
export function Secret({ value, close }: { value: string; close: () => void }) {
  const frame = useRef<HTMLDivElement>(null)
  const isKept = useRef(false)
  useLeaveGuard({
    isUnsaved: () => !isKept.current,
    question: t('secret.leave'),
    form: () => frame.current,
  })
  function keep(): void {
    isKept.current = true
    close()
  }
  return (
    <div ref={frame} className="flex flex-col gap-4">
      <CopyField label={t('secret.label')} value={value} hint={t('secret.once')} />
      <Button className="self-start" onClick={keep}>
        {t('secret.kept')}
      </Button>
    </div>
  )
}
