import type { Me } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton, NextStep } from '../../ui/button.tsx'
import { ReadList } from '../../ui/data/list.tsx'
import { Read } from '../../ui/data/loaded.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { useMyCourses } from '../courses/queries.ts'
import { CertificateCard } from './certificate-card.tsx'
import { ConfirmName } from './confirm-name.tsx'

export function CertificatesPage() {
  return (
    <Page title={t('field.certificates')}>
      <Read of={lyceum.me.get}>{(me) => <Certificates me={me} />}</Read>
    </Page>
  )
}

function Certificates({ me }: { me: Me }) {
  const courses = useMyCourses()
  // For example, because the learner has no name.
  const notIssued = courses.filter((course) => course.completedAt && course.certificate === null)
  return (
    <>
      {me.nameIsGuess && <ConfirmName field="name" text={t('certificates.nameIsGuess')} />}
      {me.nameFault !== null && (
        <Panel className="mb-6">
          <p>{t('error.NameNotPrintable')}</p>
          <TextLink to="/account">{t('nav.profile')}</TextLink>
        </Panel>
      )}
      {notIssued.map(({ courseId, title }) => (
        <Panel key={courseId} className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <bdi>{t('certificates.missing', { title })}</bdi>
          <ActionButton
            name="certificates.issue"
            run={() => lyceum.certificates.issue.mutate({ courseId })}
          />
        </Panel>
      ))}
      <ReadList
        of={lyceum.certificates.list}
        input={{ userId: me.id }}
        empty={<NextStep text={t('certificates.none')} to="/learning" label={t('nav.learning')} />}
        className="grid gap-6 md:grid-cols-2"
        each={(certificate) => (
          <CertificateCard certificate={certificate} currentName={me.certificateName ?? me.name} />
        )}
      />
    </>
  )
}
