import { lazyRouteComponent as part } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import type { FlawPlace } from './flaw-dialog.tsx'

const FlawDialog = part(() => import('./flaw-dialog.tsx'), 'FlawDialog')

/** Says quietly that something is wrong: one click says what, and one takes it back. */
export function ReportFlaw({ at, ...of }: FlawPlace & { at?: () => Partial<FlawPlace> }) {
  const [place, setPlace] = useState<FlawPlace>()
  return (
    <>
      <Button look="quiet" onClick={() => setPlace({ ...of, ...at?.() })}>
        {t('flaws.report')}
      </Button>
      {place !== undefined && (
        <Suspense>
          <FlawDialog {...place} onClose={() => setPlace(undefined)} />
        </Suspense>
      )}
    </>
  )
}
