import { infiniteQueryOptions, mutationOptions } from '@lyceum/sdk/query'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { useMe } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Form, TextField } from '../../ui/form.tsx'
import { TextLink } from '../../ui/link.tsx'
import { List } from '../../ui/list.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { useMyCourses } from '../courses/my-course.ts'
import { CertificateCard } from './certificate-card.tsx'

export function CertificatesPage() {
  const me = useMe()
  const query = useInfiniteQuery({
    ...infiniteQueryOptions(lyceum.certificates.list, { userId: me?.id ?? '' }),
    enabled: me !== undefined,
  })
  return (
    <Page title={t('nav.certificates')}>
      {me?.nameIsGuess && <ConfirmName name={me.name} />}
      {me?.nameFault != null && (
        <Panel className="mb-6">
          <p>{t('certificates.nameFault')}</p>
          <TextLink to="/account">{t('nav.profile')}</TextLink>
        </Panel>
      )}
      <NotIssued />
      <List
        query={query}
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
                  currentName={me?.certificateName ?? me?.name}
                />
              </li>
            ))}
          </ul>
        )}
      </List>
    </Page>
  )
}

/** A name that was guessed from the email is confirmed here: its certificates are replaced. */
function ConfirmName({ name }: { name: string }) {
  const save = useMutation({
    ...mutationOptions(lyceum.me.update),
    meta: { done: t('saved'), showsErrors: true },
  })
  return (
    <Panel className="mb-6">
      <Form submit={t('save')} onSubmit={(values) => save.mutateAsync({ name: values.name })}>
        <p>{t('certificates.nameIsGuess')}</p>
        <TextField
          name="name"
          label={t('register.name')}
          autoComplete="name"
          defaultValue={name}
          isRequired
        />
      </Form>
    </Panel>
  )
}

/** Completed courses whose certificate could not be issued at once, such as for want of a name. */
function NotIssued() {
  const { courses } = useMyCourses()
  const issue = useMutation({
    ...mutationOptions(lyceum.certificates.issue),
    meta: { done: t('certificates.issued') },
  })
  return courses
    .filter(({ completedAt, certificate }) => completedAt !== null && certificate === null)
    .map(({ courseId, title }) => (
      <Panel key={courseId} className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <bdi>{t('certificates.missing', { title })}</bdi>
        <Button isPending={issue.isPending} onClick={() => issue.mutate({ courseId })}>
          {t('certificates.issue')}
        </Button>
      </Panel>
    ))
}
