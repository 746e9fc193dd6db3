import type { AdminCertificate } from '@lyceum/sdk'
import { certificateStatus } from '@lyceum/sdk/values'
import { lyceum } from '../../lyceum.ts'
import { useMay } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton, buttonClass } from '../../ui/button.tsx'
import { listPage, type TableOptions } from '../../ui/data/pages.tsx'
import { Code, DeskLink, Named, Status } from '../../ui/data/parts.tsx'
import { showDay } from '../../ui/format.ts'
import { ConfirmButton } from '../../ui/forms/dialog.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { OutsideLink } from '../../ui/link.tsx'
import { nameOf } from '../../ui/names.ts'
import { picks } from '../../ui/picks/picks.tsx'
import { ReissueChosen, ReissueCourse } from './reissue.tsx'

const { certificates } = lyceum

export const certificateTable: TableOptions<AdminCertificate> = {
  title: 'field.certificates',
  columns: {
    learner: ({ learnerName }) => <Named name={learnerName} />,
    course: ({ courseTitle }) => <bdi>{courseTitle}</bdi>,
    status: ({ status, expired }) => (
      <Status of={status === 'issued' && expired ? 'expired' : status} />
    ),
    completedOn: ({ completedOn }) => showDay(completedOn),
    validUntil: ({ lastDay }) => lastDay && showDay(lastDay),
  },
  more: ({ userId, learnerName, ...certificate }) => ({
    learner: userId ? <DeskLink to={`/desk/users/${userId}`}>{learnerName}</DeskLink> : learnerName,
    code: <Code>{certificate.verificationCode}</Code>,
    issuedAt: showDay(certificate.issuedOn),
    reason: certificate.revocationReason,
    reinstated: certificate.reinstatement?.reason,
    pdf: nameOf(certificate.pdf),
  }),
  buttons: (certificate) => <CertificateButtons {...certificate} />,
}

export const CertificatesPage = listPage({
  ...certificateTable,
  list: certificates.adminList,
  actions: <ReissueCourse />,
  acts: (chosen) => <ReissueChosen chosen={chosen} />,
  filters: {
    q: 'text',
    code: 'text',
    userId: picks.person,
    courseId: picks.course,
    status: certificateStatus,
  },
})

function CertificateButtons(certificate: AdminCertificate) {
  const { verificationCode: code, status, pdf, certificateUrl, verificationUrl } = certificate
  const may = useMay()
  const mayChange = may('certificates:write') && status !== 'superseded'
  const isRevoked = status === 'revoked'
  const { adminRender, adminReissue, adminReinstate, adminRevoke } = certificates
  return (
    <>
      <OutsideLink href={certificateUrl} className={buttonClass()}>
        PDF
      </OutsideLink>
      <OutsideLink href={verificationUrl} className={buttonClass()}>
        {t('certificates.verification')}
      </OutsideLink>
      {mayChange && pdf !== 'ready' && (
        <ActionButton name="certificates.print" run={() => adminRender.mutate({ code })} />
      )}
      {mayChange && !isRevoked && (
        <ConfirmButton name="certificates.replace" run={() => adminReissue.mutate({ code })} />
      )}
      {mayChange && (
        <FormDialog
          name={isRevoked ? 'certificates.reinstate' : 'certificates.revoke'}
          look={isRevoked ? 'normal' : 'danger'}
          to={isRevoked ? adminReinstate : adminRevoke}
          input={{ code }}
          fields={['reason']}
        />
      )}
    </>
  )
}
