import type { AdminCertificate, CertificateReissue } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { Bars } from '../../ui/data/bars.tsx'
import { Read } from '../../ui/data/loaded.tsx'
import { DialogButton } from '../../ui/forms/dialog.tsx'
import { ForetoldForm } from '../../ui/forms/foretold-form.tsx'
import { picks } from '../../ui/picks/picks.tsx'

const { certificates } = lyceum

const shared = {
  to: certificates.adminReissueMany,
  above: <p className="text-muted">{t('reissue.text')}</p>,
  looks: { reason: 'text!' },
  foretell: t('many.foretell'),
  act: ({ status, replaced }: CertificateReissue) =>
    status === 'done' && replaced === 0 ? undefined : t('reissue.do'),
} as const

/** Replaces all certificates of a course, after a preview. */
export function ReissueCourse() {
  return (
    <DialogButton label={t('reissue.course')} needs="certificates:write" wide>
      {() => (
        <ForetoldForm
          {...shared}
          fields={['courseId', 'reason']}
          looks={{ ...shared.looks, courseId: { Field: picks.course, isRequired: true } }}
          without={['codes']}
        >
          {outcomeOf}
        </ForetoldForm>
      )}
    </DialogButton>
  )
}

/** Replaces the chosen certificates, after a preview. */
export function ReissueChosen({ chosen }: { chosen: readonly AdminCertificate[] }) {
  const codes = chosen.map(({ verificationCode }) => verificationCode)
  return (
    <DialogButton label={t('certificates.replace')} needs="certificates:write" wide>
      {() => (
        <ForetoldForm {...shared} input={{ codes }} fields={['reason']} without={['courseId']}>
          {outcomeOf}
        </ForetoldForm>
      )}
    </DialogButton>
  )
}

const outcomeOf = ({ id }: CertificateReissue) => <Outcome reissueId={id} />

const effects = [
  { name: 'replaced', tone: 'good' },
  { name: 'unchanged', tone: 'none' },
  { name: 'expired', tone: 'none' },
  { name: 'revoked', tone: 'none' },
  { name: 'erased', tone: 'none' },
  { name: 'own', tone: 'none' },
  { name: 'unconfirmed', tone: 'bad' },
  { name: 'unprintable', tone: 'bad' },
  { name: 'failed', tone: 'bad' },
] as const

/** Shows progress and result; large ones run in the background. */
function Outcome({ reissueId }: { reissueId: string }) {
  const again = ({ status }: CertificateReissue) => status !== 'done' && 2_000
  return (
    <Read of={certificates.adminReissued} input={{ reissueId }} again={again}>
      {({ dryRun, status, ...counts }) => (
        <div role="status">
          <p className="mb-3 flex flex-wrap items-center gap-2 font-medium">
            {t(dryRun ? 'reissue.would' : 'reissue.did')}
            {status === 'running' && <Badge tone="warn">{t('reissue.running')}</Badge>}
          </p>
          <Bars
            bars={effects
              .filter(({ name }) => name === 'replaced' || counts[name] > 0)
              .map(({ name, tone }) => ({
                label: t(`reissue.${name}`),
                value: counts[name],
                tone,
              }))}
          />
        </div>
      )}
    </Read>
  )
}
