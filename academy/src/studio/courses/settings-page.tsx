import { currencyExponent, type Inputs, isLyceumError } from '@lyceum/sdk'
import { courseHonesty, courseHtml, courseLevel, courseManager } from '@lyceum/sdk/values'
import { queryClient } from '../../base/query-client.ts'
import { useSchool } from '../../base/school.ts'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Notice } from '../../ui/data/loaded.tsx'
import { ConfirmButton } from '../../ui/forms/dialog.tsx'
import type { Kinds, ValuesNow, ValuesOf } from '../../ui/forms/fields.tsx'
import { FieldsForm } from '../../ui/forms/form-dialog.tsx'
import { LockIcon } from '../../ui/icons.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { useFileChoices } from '../files/use-uploads.tsx'
import { useCourse } from './course.ts'

type Terms = Omit<Inputs['authoring']['update'], 'courseId' | 'revision'>

/** The terms of the course: they count from the moment they are saved. */
export function SettingsPage() {
  const { may, certificate } = useCourse()
  // Of courses that are only found in the list, the terms are not known.
  const isOpen = may('own') && certificate !== undefined
  return (
    <Page title={t('studio.settings')} lead={t('settings.lead')}>
      {isOpen ? (
        <Settings />
      ) : (
        <Notice icon={<LockIcon />} title={t('noRight.title')} text={t('error.Forbidden')} />
      )}
    </Page>
  )
}

function Settings() {
  const course = useCourse()
  const { courseId, revision, price } = course
  const codes = useSchool().config?.currencies.map(({ code }) => code) ?? [price.currency]
  const { choicesOf } = useFileChoices()
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
        name="catalogue"
        of={course}
        kinds={{
          title: 'text!',
          summary: 'long!',
          slug: 'text!',
          language: 'text!',
          level: ['', ...courseLevel],
          cover: ['', ...choicesOf('image/', course.cover)],
          authors: 'list',
          categories: 'list',
          tags: 'list',
          license: 'text',
          source: 'text',
        }}
        change={save}
      />
      <Part
        name="price"
        of={{ price: price.amount / unit, currency: price.currency }}
        kinds={{ price: 'number!', currency: codes }}
        change={({ price: amount = price.amount / unit, currency }) => {
          const code = currency ?? price.currency
          const units = Math.round(amount * 10 ** currencyExponent(code))
          return save({ price: { amount: units, currency: code } })
        }}
      />
      <Part
        name="rules"
        of={course}
        kinds={{
          order: ['', 'sequence'],
          requires: 'list',
          available: 'dayRule',
          due: 'dayRule',
          validFor: 'number',
          grade: ['', 'printed'],
          honesty: courseHonesty,
          html: courseHtml,
          managedBy: courseManager,
          requiresReview: 'box',
          learnersMayMove: 'box',
          ...(course.kind === 'program' && { choose: 'number' }),
        }}
        change={save}
      />
      <Part
        name="certificate"
        of={course.certificate}
        kinds={{ issuer: 'text', color: 'text', accent: 'text' }}
        change={(certificate) => save({ certificate })}
      />
      <Section title={t('settings.end')}>
        <EndCourse onSave={save} />
      </Section>
    </>
  )
}

interface PartProps<K> {
  kinds: K
  of: ValuesNow<K> | null
  change: (changed: Partial<ValuesOf<K>>) => Promise<void>
  name: 'catalogue' | 'price' | 'rules' | 'certificate'
}

function Part<const K extends Kinds>({ name, ...form }: PartProps<K>) {
  return (
    <Section title={t(`settings.${name}`)}>
      <FieldsForm submit={t('save')} done={t('saved')} className="max-w-2xl" {...form} />
    </Section>
  )
}

/** Takes the course out of the catalogue, or away, as long as nobody can have taken it. */
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
