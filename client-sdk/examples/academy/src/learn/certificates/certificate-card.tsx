import type { Certificate } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Badge } from '../../ui/bits.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { showDay } from '../../ui/format.ts'
import { OutsideLink } from '../../ui/link.tsx'
import { toast } from '../../ui/toasts.ts'

interface CertificateCardProps {
  certificate: Certificate
  /** What a certificate would say today. */
  currentName?: string | undefined
}

export function CertificateCard({ certificate, currentName }: CertificateCardProps) {
  const { courseTitle, certificateUrl, pictureUrl, pdf, status, completedOn } = certificate
  return (
    <article className="flex h-full flex-col gap-3 rounded-xl border border-line p-4">
      {pdf === 'ready' && pictureUrl !== null && (
        <img
          src={pictureUrl}
          alt=""
          width="1200"
          height="848"
          loading="lazy"
          className="h-auto w-full rounded-lg border border-line"
        />
      )}
      {pdf === 'pending' && <p className="text-muted">{t('certificates.printing')}</p>}
      <h2 className="text-lg font-semibold">
        <bdi>{courseTitle}</bdi>
      </h2>
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        {t('certificates.completedOn', { day: showDay(completedOn) })}
        <State certificate={certificate} />
      </p>
      <div className="mt-auto flex flex-wrap gap-2">
        {pdf !== 'unavailable' && (
          <OutsideLink href={certificateUrl} className={buttonClass()}>
            PDF
          </OutsideLink>
        )}
        <CertificateLinks certificate={certificate} />
      </div>
      {status === 'issued' && currentName !== undefined && (
        <Reissue {...{ certificate, currentName }} />
      )}
    </article>
  )
}

function State({ certificate }: { certificate: Certificate }) {
  const { status, expired, validUntil } = certificate
  if (status === 'revoked') return <Badge tone="bad">{t('value.revoked')}</Badge>
  if (status === 'superseded') return <Badge>{t('certificates.superseded')}</Badge>
  if (validUntil === null) return null
  const day = showDay(validUntil)
  return expired ? (
    <Badge tone="bad">{t('certificates.expiredOn', { day })}</Badge>
  ) : (
    <Badge tone="good">{t('certificates.validUntil', { day })}</Badge>
  )
}

/** After a change of the name; a guessed one is replaced by itself. */
function Reissue({ certificate, currentName }: { certificate: Certificate; currentName: string }) {
  const { learnerName, nameIsGuess, verificationCode: code } = certificate
  if (nameIsGuess || learnerName === currentName) return null
  return (
    <div className="border-t border-line pt-3 text-sm">
      <p className="mb-2">
        {t('certificates.otherName', { before: learnerName, now: currentName })}
      </p>
      <ActionButton
        name="certificates.reissue"
        run={() => lyceum.certificates.reissue.mutate({ code })}
      />
    </div>
  )
}

export function CertificateLinks({ certificate }: { certificate: Certificate }) {
  const { courseTitle, verificationUrl, addToLinkedIn, credentialUrl, status } = certificate
  const isValid = status === 'issued'
  return (
    <>
      {isValid && (
        <Button onClick={() => void share(courseTitle, verificationUrl)}>
          {t('certificates.share')}
        </Button>
      )}
      {isValid && (
        <OutsideLink href={addToLinkedIn} className={buttonClass()}>
          LinkedIn
        </OutsideLink>
      )}
      <OutsideLink href={verificationUrl} className={buttonClass('quiet')}>
        {t('certificates.verify')}
      </OutsideLink>
      {isValid && (
        <OutsideLink href={credentialUrl} className={buttonClass('quiet')}>
          {t('certificates.badge')}
        </OutsideLink>
      )}
    </>
  )
}

/** The sheet of the phone; where there is none, the clipboard. */
async function share(title: string, url: string): Promise<void> {
  if (navigator.share !== undefined)
    return navigator
      .share({ title, url })
      .catch(() => undefined /* The reader changed their mind. */)
  await navigator.clipboard.writeText(url)
  toast({ tone: 'good', text: t('certificates.copied') })
}
