import type { Me } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { TextLink } from '../../ui/link.tsx'
import { ReadList } from '../../ui/list.tsx'
import { Read } from '../../ui/loaded.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { useMyCourses } from '../courses/my-course.tsx'
import { CertificateCard } from './certificate-card.tsx'
import { ConfirmName } from './confirm-name.tsx'

export function CertificatesPage() {
  return (
    <Page title={t('nav.certificates')}>
      <Read of={lyceum.me.get}>{(me) => <Certificates me={me} />}</Read>
    </Page>
  )
}

function Certificates({ me }: { me: Me }) {
  return (
    <>
      {me.nameIsGuess && <ConfirmName field="name" text={t('certificates.nameIsGuess')} />}
      {me.nameFault !== null && (
        <Panel className="mb-6">
          <p>{t('error.NameNotPrintable')}</p>
          <TextLink to="/account">{t('nav.profile')}</TextLink>
        </Panel>
      )}
      <NotIssued />
      <ReadList
        of={lyceum.certificates.list}
        input={{ userId: me.id }}
        empty={
          <>
            <p className="mb-4">{t('certificates.none')}</p>
            <ButtonLink to="/learning">{t('nav.learning')}</ButtonLink>
          </>
        }
      >
        {(certificates) => (
          <ul className="grid gap-6 md:grid-cols-2">
            {certificates.map((certificate) => (
              <li key={certificate.verificationCode}>
                <CertificateCard
                  certificate={certificate}
                  currentName={me.certificateName ?? me.name}
                />
              </li>
            ))}
          </ul>
        )}
      </ReadList>
    </>
  )
}

/** Completed courses whose certificate could not be issued at once, such as for want of a name. */
function NotIssued() {
  const { courses } = useMyCourses()
  return courses
    .filter(({ completedAt, certificate }) => completedAt !== null && certificate === null)
    .map(({ courseId, title }) => (
      <Panel key={courseId} className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <bdi>{t('certificates.missing', { title })}</bdi>
        <ActionButton
          name="certificates.issue"
          run={() => lyceum.certificates.issue.mutate({ courseId })}
        />
      </Panel>
    ))
}
