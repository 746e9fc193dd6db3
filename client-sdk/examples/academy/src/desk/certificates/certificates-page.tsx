import type { AdminCertificate } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton, FormDialog } from '../../ui/actions.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { showDay, showInstant } from '../../ui/format.ts'
import { Reason } from '../kit/fields.tsx'
import { nameOf } from '../kit/names.ts'
import { ListPage, type TableOptions } from '../kit/pages.tsx'
import { Code, DeskLink, Named, Status } from '../kit/parts.tsx'
import { useMay } from '../permissions.ts'

const { certificates } = lyceum

export const certificateTable: TableOptions<AdminCertificate> = {
  title: 'certificates',
  columns: {
    learner: ({ learnerName }) => <Named name={learnerName} />,
    course: ({ courseTitle }) => <bdi>{courseTitle}</bdi>,
    status: (certificate) => <Status of={stateOf(certificate)} />,
    completedOn: ({ completedOn }) => showDay(completedOn),
    validUntil: ({ validUntil }) => validUntil && showDay(validUntil),
  },
  more: ({ userId, learnerName, ...certificate }) => ({
    learner: userId ? <DeskLink to={`/desk/users/${userId}`}>{learnerName}</DeskLink> : learnerName,
    code: <Code>{certificate.verificationCode}</Code>,
    issuedAt: showInstant(certificate.issuedAt),
    reason: certificate.revocationReason,
    reinstated: certificate.reinstatement?.reason,
    pdf: nameOf(certificate.pdf),
  }),
  buttons: ({ certificateUrl, verificationUrl, ...certificate }) => (
    <>
      <LinkButton href={certificateUrl} text="PDF" />
      <LinkButton href={verificationUrl} text={t('certificateDesk.verify')} />
      <CertificateActions {...certificate} />
    </>
  ),
}

const stateOf = ({ status, expired }: AdminCertificate) =>
  status === 'issued' && expired ? 'expired' : status

export function CertificatesPage() {
  return (
    <ListPage
      {...certificateTable}
      list={certificates.adminList}
      filters={{ courseId: 'course', status: ['issued', 'revoked', 'superseded'] }}
    />
  )
}

function LinkButton({ href, text }: { href: string; text: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={buttonClass()}>
      {text}
    </a>
  )
}

type ActionsProps = Pick<AdminCertificate, 'verificationCode' | 'status' | 'pdf'>

function CertificateActions({ verificationCode: code, status, pdf }: ActionsProps) {
  const may = useMay()
  if (!may('certificates:write') || status === 'superseded') return null
  const isRevoked = status === 'revoked'
  return (
    <>
      {pdf !== 'ready' && (
        <ActionButton
          name="certificates.print"
          run={() => certificates.adminRender.mutate({ code })}
        />
      )}
      {!isRevoked && (
        <ActionButton
          name="certificates.reissue"
          run={() => certificates.adminReissue.mutate({ code })}
        />
      )}
      <FormDialog
        name={isRevoked ? 'certificates.reinstate' : 'certificates.revoke'}
        look={isRevoked ? 'normal' : 'danger'}
        send={({ reason = '' }) => {
          const operation = isRevoked ? certificates.adminReinstate : certificates.adminRevoke
          return operation.mutate({ code, reason })
        }}
      >
        <Reason />
      </FormDialog>
    </>
  )
}
