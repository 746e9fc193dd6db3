import { currencyExponent, type Inputs, isLyceumError } from '@lyceum/sdk'
import { queryClient } from '../../base/query-client.ts'
import { useSchool } from '../../base/school.ts'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { DownloadButton } from '../../ui/data/download-button.tsx'
import { Notice } from '../../ui/data/loaded.tsx'
import { ConfirmButton } from '../../ui/forms/dialog.tsx'
import { Fields } from '../../ui/forms/fields.tsx'
import { FieldsForm } from '../../ui/forms/fields-form.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { LockIcon } from '../../ui/icons.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { pictureFile } from '../files/file-field.tsx'
import { useIsUploading } from '../files/use-uploads.tsx'
import { CertificateForm } from './certificate-form.tsx'
import { useCourse } from './course.ts'
import { catalogue, rules } from './course-fields.ts'
import { DuplicateCourse } from './duplicate-course.tsx'

type Terms = Partial<Inputs['authoring']['update']>

/** Fields with a form or button of their own. */
const elsewhere = ['price', 'certificate', 'status'] as const
const lists = { outcomes: 'lines', audience: 'lines', needs: 'lines', skills: 'lines' } as const

/** Edits the terms of the course, which take effect when saved. */
export function SettingsPage() {
  const { may, certificate } = useCourse()
  // A course that is only found in the list does not show its terms.
  const isOpen = may('own') && certificate !== undefined
  return (
    <Page title={t('studio.settings')} lead={t('settings.lead')}>
      {isOpen ? (
        <Settings />
      ) : (
        <Notice icon={<LockIcon />} title={t('noRight.title')} text={t('error.Forbidden')}>
          <TextLink to="/studio">{t('nav.studio')}</TextLink>
        </Notice>
      )}
    </Page>
  )
}

function Settings() {
  const course = useCourse()
  const isUploading = useIsUploading()
  const { courseId, revision, price } = course
  const codes = useSchool().config?.currencies.map(({ code }) => code) ?? [price.currency]
  const unit = 10 ** currencyExponent(price.currency)

  async function save(terms: Terms): Promise<void> {
    try {
      await lyceum.authoring.update.mutate({ ...terms, courseId, revision })
    } catch (error) {
      // Keeps the input, so that the author can save again, knowing of the change.
      if (isLyceumError(error) && error.name === 'DraftChanged')
        await queryClient.invalidateQueries()
      throw error
    }
  }

  const shared = { submit: t('save'), done: t('saved'), className: 'max-w-2xl', asks: true }
  const ids = { courseId, revision }
  const form = { ...shared, to: lyceum.authoring.update, input: ids, of: course, send: save }

  return (
    <>
      <Section title={t('settings.catalogue')}>
        <FieldsForm
          {...form}
          fields={catalogue}
          isDisabled={isUploading}
          looks={{ cover: pictureFile, ...lists }}
          without={[...rules, ...elsewhere]}
        />
      </Section>
      <Section title={t('field.price')}>
        <Form
          {...shared}
          onSubmit={({ price: amount, currency = price.currency }) => {
            const units = Math.round(Number(amount) * 10 ** currencyExponent(currency))
            return save({ price: { amount: units, currency } })
          }}
        >
          <Fields
            kinds={{ price: 'number!', currency: codes }}
            of={{ price: price.amount / unit, currency: price.currency }}
          />
        </Form>
      </Section>
      <Section title={t('settings.rules')}>
        <FieldsForm
          {...form}
          fields={course.kind === 'program' ? rules : rules.filter((one) => one !== 'choose')}
          looks={{ available: 'dayRule', due: 'dayRule' }}
          without={[...catalogue, ...elsewhere]}
        />
      </Section>
      <Section title={t('course.certificate')}>
        <CertificateForm
          {...shared}
          isDisabled={isUploading}
          onSave={(certificate) => save({ certificate })}
        />
      </Section>
      <Section title={t('settings.end')}>
        <div className="flex flex-wrap gap-3">
          <DownloadButton
            label={t('courses.export')}
            name={`${course.slug}.zip`}
            read={() => lyceum.authoring.export.query({ courseId: course.courseId })}
          />
          <DuplicateCourse />
          <EndCourse onSave={save} />
        </div>
      </Section>
    </>
  )
}

/** Withdraws the course from the catalogue, or deletes it while nobody can have taken it. */
function EndCourse({ onSave }: { onSave: (terms: Terms) => Promise<void> }) {
  const { courseId, status } = useCourse()
  async function remove(): Promise<void> {
    const { revision } = await lyceum.drafts.get.query({ courseId })
    await lyceum.authoring.delete.mutate({ courseId, revision })
  }
  if (status === 'draft')
    return <ConfirmButton name="settings.delete" run={remove} leadsTo={() => '/studio'} />
  if (status === 'published')
    return <ConfirmButton name="settings.archive" run={() => onSave({ status: 'archived' })} />
  const bringBack = () => onSave({ status: 'published' })
  return <ConfirmButton name="settings.unarchive" look="normal" run={bringBack} />
}
