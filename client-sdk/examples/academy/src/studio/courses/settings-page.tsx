import { currencyExponent, type Inputs, isLyceumError } from '@lyceum/sdk'
import { useNavigate } from '@tanstack/react-router'
import { queryClient } from '../../app/query-client.ts'
import { useSchool } from '../../app/school.ts'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { Fields, type Kinds, readFields, type ValuesNow, type ValuesOf } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { LockIcon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/loaded.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { useFiles } from '../files/use-uploads.tsx'
import { useCourse, useMay } from './course.ts'

type Terms = Omit<Inputs['authoring']['update'], 'courseId' | 'revision'>

const rules = {
  order: ['', 'sequence'],
  requires: 'list',
  available: 'text',
  due: 'text',
  validFor: 'number',
  grade: ['', 'printed'],
  honesty: ['none', 'watched'],
  html: ['none', 'basic'],
  managedBy: ['http', 'folder'],
  requiresReview: 'box',
  learnersMayMove: 'box',
} as const

/** The terms of the course: they count from the moment they are saved. */
export function SettingsPage() {
  const may = useMay(useCourse())
  return (
    <Page title={t('studio.settings')} lead={t('settings.lead')}>
      {may('own') ? (
        <Settings />
      ) : (
        <Notice icon={<LockIcon />} title={t('noRight.title')} text={t('error.Forbidden')} />
      )}
    </Page>
  )
}

function Settings() {
  const course = useCourse()
  const { id: courseId, revision, price } = course
  const codes = useSchool().config?.currencies.map(({ code }) => code) ?? [price.currency]
  const { data: files = [], isSuccess } = useFiles(courseId)
  const pictures = files.filter(({ type }) => type.startsWith('image/')).map(({ path }) => path)
  const unit = 10 ** currencyExponent(price.currency)

  async function save(terms: Terms): Promise<void> {
    try {
      await lyceum.authoring.update.mutate({ courseId, revision, ...terms })
    } catch (error) {
      // What was typed stays; it can be saved once more, knowing that.
      if (isLyceumError(error) && error.name === 'DraftChanged')
        await queryClient.invalidateQueries()
      throw error
    }
  }

  return (
    <>
      <Part
        key={`catalogue ${isSuccess}`}
        title={t('settings.catalogue')}
        of={course}
        kinds={{
          title: 'text!',
          summary: 'long!',
          slug: 'text!',
          language: 'text!',
          level: ['', 'beginner', 'intermediate', 'advanced'],
          cover: [...new Set(['', course.cover ?? '', ...pictures])],
          authors: 'list',
          categories: 'list',
          tags: 'list',
          license: 'text',
          source: 'text',
        }}
        onSave={save}
      />
      <Part
        title={t('settings.price')}
        of={{ price: price.amount / unit, currency: price.currency }}
        kinds={{ price: 'number!', currency: codes }}
        onSave={({ price: amount, currency }) => {
          const code = currency ?? price.currency
          const units = Math.round(amount * 10 ** currencyExponent(code))
          return save({ price: { amount: units, currency: code } })
        }}
      />
      <Part
        title={t('settings.rules')}
        of={course}
        kinds={course.kind === 'program' ? { ...rules, choose: 'number' } : rules}
        onSave={save}
      />
      <Part
        title={t('settings.certificate')}
        of={course.certificate ?? {}}
        kinds={{ issuer: 'text', color: 'text', accent: 'text' }}
        onSave={(certificate) => save({ certificate })}
      />
      <Section title={t('settings.end')}>
        <EndCourse onSave={save} />
      </Section>
    </>
  )
}

interface PartProps<K> {
  title: string
  kinds: K
  of: ValuesNow<K>
  onSave: (values: ValuesOf<K>) => Promise<void>
}

function Part<const K extends Kinds>({ title, kinds, of, onSave }: PartProps<K>) {
  return (
    <Section title={title}>
      <Form
        submit={t('save')}
        done={t('saved')}
        onSubmit={(values) => onSave(readFields(values, kinds))}
        className="max-w-2xl"
      >
        <Fields kinds={kinds} of={of} />
      </Form>
    </Section>
  )
}

/** Takes the course out of the catalogue, or away, as long as nobody can have taken it. */
function EndCourse({ onSave }: { onSave: (terms: Terms) => Promise<void> }) {
  const { id: courseId, status } = useCourse()
  const navigate = useNavigate()
  async function remove(): Promise<void> {
    const { revision } = await lyceum.drafts.get.query({ courseId })
    await lyceum.authoring.delete.mutate({ courseId, revision })
    await navigate({ to: '/studio' })
  }
  if (status === 'draft') return <ConfirmButton name="settings.delete" run={remove} />
  if (status === 'published')
    return <ConfirmButton name="settings.archive" run={() => onSave({ status: 'archived' })} />
  const bringBack = () => onSave({ status: 'published' })
  return <ConfirmButton name="settings.unarchive" look="normal" run={bringBack} />
}
