import type { SchoolSettings } from '@lyceum/sdk'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { languages, language as readersLanguage, t } from '../../texts/texts.ts'
import { showLanguage } from '../../ui/format.ts'
import { SelectField, TextField } from '../../ui/forms/controls.tsx'
import { itemsIn } from '../../ui/forms/faults.ts'
import { Form, type FormValues } from '../../ui/forms/form.tsx'
import { titleOf } from '../../ui/names.ts'
import { Section } from '../../ui/page.tsx'
import { SettingsPage, saved } from './settings.tsx'

/** What visitors see first, and what subjects are called, in each language. */
export function FrontSettingsPage() {
  const [language, setLanguage] = useState<string>(readersLanguage)
  const options = Object.fromEntries(languages.map((tag) => [tag, showLanguage(tag)]))
  return (
    <SettingsPage title="frontSettings" names={['frontPage', 'subjectNames']}>
      {({ settings }) => (
        <>
          <div className="max-w-xs">
            <SelectField
              label={t('field.language')}
              options={options}
              value={language}
              onChange={setLanguage}
            />
          </div>
          <FrontForm key={`words ${language}`} {...{ settings, language }} />
          <Section title={t('frontSettings.subjects')}>
            <SubjectForm key={`subjects ${language}`} {...{ settings, language }} />
          </Section>
        </>
      )}
    </SettingsPage>
  )
}

interface OfLanguage {
  settings: SchoolSettings
  language: string
}

const shared = () => ({ asks: true, submit: t('save'), done: t('saved'), className: 'max-w-2xl' })
const save = ({ revision }: SchoolSettings, changes: object) =>
  saved(lyceum.admin.settings.update.mutate({ revision, ...changes }))

/** Leaves out what is empty. */
const filled = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value && `${value}` !== ''))

const words = { title: {}, lead: { rows: 2 }, text: { rows: 8 }, certificates: { rows: 3 } }
type Word = keyof typeof words

function FrontForm({ settings, language }: OfLanguage) {
  const { frontPage } = settings
  const own = frontPage?.words?.[language] ?? {}
  async function send(typed: FormValues): Promise<void> {
    const ofLanguage = filled(
      Object.fromEntries((Object.keys(words) as Word[]).map((one) => [one, typed[one]?.trim()])),
    )
    const { [language]: _before, ...others } = frontPage?.words ?? {}
    const spoken = Object.keys(ofLanguage).length > 0 ? { [language]: ofLanguage } : {}
    const front = {
      words: { ...others, ...spoken },
      ...filled({ picture: typed.picture?.trim(), film: typed.film?.trim() }),
      courses: itemsIn(typed.chosenCourses ?? ''),
    }
    await save(settings, { frontPage: front })
  }
  return (
    <Form {...shared()} onSubmit={send}>
      {(Object.keys(words) as Word[]).map((one) => (
        <TextField
          key={one}
          name={one}
          label={t(`frontSettings.word.${one}`)}
          {...words[one]}
          defaultValue={own[one] ?? ''}
        />
      ))}
      <TextField
        name="picture"
        type="url"
        label={t('frontSettings.picture')}
        hint={t('frontSettings.address')}
        defaultValue={frontPage?.picture ?? ''}
      />
      <TextField
        name="film"
        type="url"
        label={titleOf('film')}
        hint={t('field.film.hint')}
        defaultValue={frontPage?.film ?? ''}
      />
      <TextField
        name="chosenCourses"
        label={t('frontSettings.courses')}
        hint={t('frontSettings.courses.hint')}
        defaultValue={frontPage?.courses?.join(', ') ?? ''}
      />
    </Form>
  )
}

/** A line for each subject: `web-development = Web development`. */
function SubjectForm({ settings, language }: OfLanguage) {
  const before = settings.subjectNames ?? {}
  const lines = Object.entries(before).flatMap(([slug, names]) =>
    names[language] === undefined ? [] : `${slug} = ${names[language]}`,
  )
  async function send({ subjectNames = '' }: FormValues): Promise<void> {
    const typed = itemsIn(subjectNames, '\n').map((line) => {
      const [slug = '', ...name] = line.split('=')
      return [slug.trim(), name.join('=').trim()] as const
    })
    const others = Object.entries(before).map(([slug, { [language]: _before, ...names }]) => [
      slug,
      names,
    ])
    const all: Record<string, Record<string, string>> = Object.fromEntries(others)
    for (const [slug, name] of typed) all[slug] = { ...all[slug], [language]: name }
    const named = Object.entries(all).filter(([, names]) => Object.keys(names).length > 0)
    await save(settings, { subjectNames: Object.fromEntries(named) })
  }
  return (
    <Form {...shared()} onSubmit={send}>
      <TextField
        name="subjectNames"
        label={titleOf('subjectNames')}
        hint={t('field.subjectNames.hint')}
        rows={8}
        defaultValue={lines.join('\n')}
      />
    </Form>
  )
}
