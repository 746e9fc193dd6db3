import type { Certificate } from '@lyceum/sdk'
import { useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { showDay, showPercent } from '../../ui/format.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toasts.ts'

/** The certificate as a picture, and what can be done with it. */
export function EarnedCertificate({ certificate }: { certificate: Certificate }) {
  const { certificateUrl, verificationUrl, addToLinkedIn, courseTitle, pdf } = certificate
  return (
    <div className="mb-10 grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <Picture key={certificateUrl} certificate={certificate} />
      <div className="flex flex-col gap-4">
        <p role="status">
          {pdf === 'pending' && t('certificate.pending')}
          {pdf === 'unavailable' && t('certificate.noPdf')}
          {pdf === 'ready' && t('certificate.ready')}
        </p>
        <p className="text-muted">
          {t('certificate.completedOn', { day: showDay(certificate.completedOn) })}
          {certificate.grade !== undefined &&
            ` · ${t('grades.course', { grade: showPercent(certificate.grade) })}`}
          {certificate.validUntil !== null &&
            ` · ${t('certificate.validUntil', { day: showDay(certificate.validUntil) })}`}
        </p>
        <div className="flex flex-wrap gap-3">
          {pdf === 'ready' && (
            <a href={certificateUrl} download className={buttonClass('primary')}>
              {t('certificate.download')}
            </a>
          )}
          <Button onClick={() => void share(verificationUrl, courseTitle)}>
            {t('certificate.share')}
          </Button>
          <a href={verificationUrl} target="_blank" rel="noopener" className={buttonClass()}>
            {t('certificate.verify')}
          </a>
          <a
            href={addToLinkedIn}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass()}
          >
            {t('certificate.linkedIn')}
          </a>
        </div>
      </div>
    </div>
  )
}

/** It is drawn when it is first asked for; until then it is asked for again. */
function Picture({ certificate }: { certificate: Certificate }) {
  const { certificateUrl, courseTitle, learnerName, pdf } = certificate
  const [state, setState] = useState<'loading' | 'ready'>('loading')
  const [tries, setTries] = useState(0)
  const url = certificateUrl.replace(/\.pdf$/, '.png')
  if (pdf === 'unavailable') return null
  return (
    <div className="relative grid aspect-[1200/848] w-full place-items-center rounded-xl border border-line bg-panel">
      {state === 'loading' && <Spinner />}
      {tries < 20 && (
        <img
          key={tries}
          src={url}
          alt={t('certificate.picture', { course: courseTitle, name: learnerName })}
          onLoad={() => setState('ready')}
          onError={() => setTimeout(() => setTries(tries + 1), 3_000)}
          className={`absolute inset-0 size-full rounded-xl ${state === 'ready' ? '' : 'opacity-0'}`}
        />
      )}
    </div>
  )
}

/** By the device's own sheet, or the link is copied. */
export async function share(url: string, title: string): Promise<void> {
  if (navigator.share !== undefined) return navigator.share({ url, title }).catch(() => undefined)
  await navigator.clipboard.writeText(url)
  toast({ tone: 'good', text: t('certificate.copied') })
}
