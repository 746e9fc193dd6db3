import type { CertificateArchive } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { DownloadButton } from '../../ui/data/download-button.tsx'
import { Read } from '../../ui/data/loaded.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'

const { certificates } = lyceum

interface CertificatesZipProps {
  courseId: string
  /** The names of the cohorts to choose from, by id. Default: any. */
  cohorts?: Readonly<Record<string, string>>
  /** Default: whoever sees the page. */
  needs?: 'certificates:read'
}

/** Gets the certificates of a course or class as a zip, once all are printed. */
export function CertificatesZip({ courseId, cohorts, needs }: CertificatesZipProps) {
  return (
    <FormDialog
      name="certificatesZip"
      {...(needs && { needs })}
      to={certificates.archive}
      input={{ courseId }}
      fields={['cohort']}
      {...(cohorts && { looks: { cohort: cohorts } })}
      result={({ id: archiveId }) => <Zip {...{ courseId, archiveId }} />}
    />
  )
}

/** Shows how many are printed; a large course takes a while. */
function Zip(input: { courseId: string; archiveId: string }) {
  const again = ({ status }: CertificateArchive) => status !== 'done' && 1_000
  return (
    <Read of={certificates.archived} input={input} again={again}>
      {({ status, ready, unprinted }) => (
        <div className="flex flex-col items-start gap-4">
          <p>
            {t(status === 'done' ? 'certificatesZip.ready' : 'certificatesZip.running', {
              count: ready,
            })}
          </p>
          {unprinted > 0 && <p>{t('certificatesZip.unprinted', { count: unprinted })}</p>}
          {status === 'done' && ready > 0 && (
            <DownloadButton
              label={t('certificatesZip.download')}
              name="certificates.zip"
              read={() => certificates.archiveZip.query(input)}
            />
          )}
        </div>
      )}
    </Read>
  )
}
