import type { Certificate, WalletOffer } from '@lyceum/sdk'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { ActionButton, Button, buttonClass } from '../../ui/button.tsx'
import { DownloadButton } from '../../ui/data/download-button.tsx'
import { showDay, showPercent } from '../../ui/format.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { OutsideLink } from '../../ui/link.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toasts.ts'

interface CertificateCardProps {
  certificate: Certificate
  /** The name that a certificate issued today would show. */
  currentName: string
}

export function CertificateCard({ certificate, currentName }: CertificateCardProps) {
  const { courseTitle, pictureUrl, pdf, completedOn, grade } = certificate
  return (
    <article className="flex h-full flex-col gap-3 rounded-xl border border-line p-4">
      {pdf === 'ready' && pictureUrl !== null && (
        <Picture key={pictureUrl} url={pictureUrl} certificate={certificate} />
      )}
      <p role="status" className={pdf === 'ready' ? 'sr-only' : 'text-muted'}>
        {t(`certificates.${pdf}`)}
      </p>
      <h2 className="text-lg font-semibold">
        <bdi>{courseTitle}</bdi>
      </h2>
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        {t('certificates.completedOn', { day: showDay(completedOn) })}
        {grade !== undefined && ` · ${t('grades.course', { grade: showPercent(grade) })}`}
        <State certificate={certificate} />
      </p>
      <div className="mt-auto flex flex-wrap gap-2">
        <Links certificate={certificate} />
      </div>
      <Reissue certificate={certificate} currentName={currentName} />
    </article>
  )
}

/** The server draws it on the first request; until then this retries. */
function Picture({ url, certificate }: { url: string; certificate: Certificate }) {
  const [isDrawn, setDrawn] = useState(false)
  const [tries, setTries] = useState(0)
  const { courseTitle: course, learnerName: name } = certificate
  return (
    <div className="relative grid aspect-[1200/848] w-full place-items-center rounded-lg border border-line bg-panel">
      {!isDrawn && <Spinner />}
      {tries < 20 && (
        <img
          key={tries}
          src={url}
          alt={t('certificates.picture', { course, name })}
          onLoad={() => setDrawn(true)}
          onError={() => setTimeout(() => setTries(tries + 1), 3_000)}
          hidden={!isDrawn}
          className="absolute inset-0 size-full rounded-lg"
        />
      )}
    </div>
  )
}

function State({ certificate }: { certificate: Certificate }) {
  const { status, expired, lastDay } = certificate
  if (status === 'revoked') return <Badge tone="bad">{t('value.revoked')}</Badge>
  if (status === 'superseded') return <Badge>{t('certificates.superseded')}</Badge>
  if (lastDay === null) return null
  const text = expired ? 'certificates.expiredOn' : 'certificates.validUntil'
  return <Badge tone={expired ? 'bad' : 'good'}>{t(text, { day: showDay(lastDay) })}</Badge>
}

function Links({ certificate }: { certificate: Certificate }) {
  const { pdf, status, courseTitle, certificateUrl, verificationUrl } = certificate
  const code = certificate.verificationCode
  const isValid = status === 'issued'
  const goesIntoWallet = isValid && !certificate.expired && !certificate.nameIsGuess
  const links = {
    LinkedIn: isValid && certificate.addToLinkedIn,
    [t('certificates.verify')]: verificationUrl,
    [t('certificates.badge')]: isValid && certificate.credentialUrl,
  }
  return (
    <>
      {pdf !== 'unavailable' && (
        <a href={certificateUrl} download className={buttonClass('primary')}>
          {t('certificates.download')}
        </a>
      )}
      <DownloadButton
        label={t('certificates.evidence')}
        name={`evidence-${code}.txt`}
        read={() => lyceum.certificates.evidence.query({ code })}
      />
      <DownloadButton
        label={t('certificates.learned')}
        name={`learned-${code}.txt`}
        read={() => lyceum.certificates.evidence.query({ code, part: 'learned' })}
      />
      {isValid && (
        <Button onClick={() => void share(courseTitle, verificationUrl)}>
          {t('certificates.share')}
        </Button>
      )}
      {goesIntoWallet && (
        <FormDialog
          name="certificates.offer"
          look="quiet"
          to={lyceum.certificates.offer}
          input={{ code: certificate.verificationCode }}
          result={(offer) => <Offer offer={offer} />}
        />
      )}
      {Object.entries(links).map(
        ([name, url]) =>
          url && (
            <OutsideLink key={name} href={url} className={buttonClass('quiet')}>
              {name}
            </OutsideLink>
          ),
      )}
    </>
  )
}

/** A code for the wallet on a phone, and a link for one on this device. */
function Offer({ offer: { offerUrl, qrCode } }: { offer: WalletOffer }) {
  return (
    <div className="flex flex-col items-center gap-4">
      <p className="max-sm:hidden">{t('certificates.offer.scan')}</p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`}
        alt={t('certificates.offer.qrCode')}
        className="size-80 rounded-lg max-sm:hidden"
      />
      <a href={offerUrl} className={buttonClass('primary')}>
        {t('certificates.offer.open')}
      </a>
    </div>
  )
}

/** Offers a new certificate after a change of name; a guessed name is replaced automatically. */
function Reissue({ certificate, currentName: now }: CertificateCardProps) {
  const { learnerName: before, nameIsGuess, status, verificationCode: code } = certificate
  if (status !== 'issued' || nameIsGuess || before === now) return null
  return (
    <div className="border-t border-line pt-3 text-sm">
      <p className="mb-2">{t('certificates.otherName', { before, now })}</p>
      <ActionButton
        name="certificates.reissue"
        run={() => lyceum.certificates.reissue.mutate({ code })}
      />
    </div>
  )
}

/** Opens the phone's share sheet; elsewhere copies the link. */
async function share(title: string, url: string): Promise<void> {
  // Rejected when the reader cancels.
  if (navigator.share !== undefined) return navigator.share({ title, url }).catch(() => undefined)
  await navigator.clipboard.writeText(url)
  toast({ tone: 'good', text: t('certificates.copied') })
}
