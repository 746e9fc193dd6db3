import { lazyRouteComponent as part } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import type { FlawPlace } from './flaw-dialog.tsx'

const FlawDialog = part(() => import('./flaw-dialog.tsx'), 'FlawDialog')

/** Says quietly that something is wrong: one click says what, and one takes it back. */
export function ReportFlaw(place: FlawPlace) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t('flaws.report')}
      </Button>
      {isOpen && (
        <Suspense>
          <FlawDialog {...place} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
