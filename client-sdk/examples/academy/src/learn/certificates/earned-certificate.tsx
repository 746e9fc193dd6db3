import type { Certificate } from '@lyceum/sdk'
import { useState } from 'react'
import { t } from '../../texts/texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { showDay, showPercent } from '../../ui/format.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { CertificateLinks } from './certificate-card.tsx'

export function EarnedCertificate({ certificate }: { certificate: Certificate }) {
  const { certificateUrl, pdf } = certificate
  return (
    <div className="mb-10 grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <Picture key={certificateUrl} certificate={certificate} />
      <div className="flex flex-col gap-4">
        <p role="status">
          {pdf === 'pending' && t('certificates.pending')}
          {pdf === 'unavailable' && t('certificates.noPdf')}
          {pdf === 'ready' && t('certificates.ready')}
        </p>
        <p className="text-muted">
          {t('certificates.completedOn', { day: showDay(certificate.completedOn) })}
          {certificate.grade !== undefined &&
            ` · ${t('grades.course', { grade: showPercent(certificate.grade) })}`}
          {certificate.validUntil !== null &&
            ` · ${t('certificates.validUntil', { day: showDay(certificate.validUntil) })}`}
        </p>
        <div className="flex flex-wrap gap-3">
          {pdf === 'ready' && (
            <a href={certificateUrl} download className={buttonClass('primary')}>
              {t('certificates.download')}
            </a>
          )}
          <CertificateLinks certificate={certificate} />
        </div>
      </div>
    </div>
  )
}

/** It is drawn when it is first asked for; until then it is asked for again. */
function Picture({ certificate }: { certificate: Certificate }) {
  const { pictureUrl, courseTitle, learnerName } = certificate
  const [state, setState] = useState<'loading' | 'ready'>('loading')
  const [tries, setTries] = useState(0)
  if (pictureUrl === null) return null
  return (
    <div className="relative grid aspect-[1200/848] w-full place-items-center rounded-xl border border-line bg-panel">
      {state === 'loading' && <Spinner />}
      {tries < 20 && (
        <img
          key={tries}
          src={pictureUrl}
          alt={t('certificates.picture', { course: courseTitle, name: learnerName })}
          onLoad={() => setState('ready')}
          onError={() => setTimeout(() => setTries(tries + 1), 3_000)}
          hidden={state === 'loading'}
          className="absolute inset-0 size-full rounded-xl"
        />
      )}
    </div>
  )
}
