import type { SchoolSettings, StandardTexts } from '@lyceum/sdk'
import { type mailKind, pageLanguage, textSetting } from '@lyceum/sdk/staff-values'
import { language as mailLanguages } from '@lyceum/sdk/values'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { Proof, proofOf } from '../../session/fields.tsx'
import { languageAmong, t } from '../../texts/texts.ts'
import { Read } from '../../ui/data/loaded.tsx'
import { Code, FactList, Status } from '../../ui/data/parts.tsx'
import { Table } from '../../ui/data/table.tsx'
import { showLanguage } from '../../ui/format.ts'
import { SelectField, TextField } from '../../ui/forms/controls.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Form, type FormValues } from '../../ui/forms/form.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { lines } from '../../ui/forms/more-fields.tsx'
import { nameOf, titleOf } from '../../ui/names.ts'
import { Section } from '../../ui/page.tsx'
import { type Changes, SettingsForm, SettingsPage, saved } from './settings.tsx'

const { settings: operations } = lyceum.admin

type MailKind = (typeof mailKind)[number]
type MailLanguage = (typeof mailLanguages)[number]
type PageLanguage = (typeof pageLanguage)[number]

export function MailSettingsPage() {
  const [language, setLanguage] = useState<PageLanguage>(languageAmong(pageLanguage))
  return (
    <SettingsPage
      title="mailSettings"
      names={['remindersNeedConsent']}
      actions={() => <TestMail kind="course-enrolled" language={languageAmong(mailLanguages)} />}
    >
      {(editing) => (
        <>
          {editing.isOpen('remindersNeedConsent') && (
            <SettingsForm {...editing} names={['remindersNeedConsent']} />
          )}
          <div className="max-w-xs">
            <SelectField
              label={t('field.language')}
              options={Object.fromEntries(pageLanguage.map((tag) => [tag, showLanguage(tag)]))}
              value={language}
              onChange={(tag) => setLanguage(tag as PageLanguage)}
            />
          </div>
          <Read of={operations.standardTexts} input={{ language }}>
            {({ items }) => <Texts {...{ items, language }} settings={editing.settings} />}
          </Read>
        </>
      )}
    </SettingsPage>
  )
}

type Text = StandardTexts['items'][number]

const titleOfText = ({ setting, name }: Text) =>
  setting === 'mailTexts' ? nameOf(name, 'mailKind') : t('mailSettings.page')

interface Words {
  subject?: string | undefined
  lead?: string | undefined
  paragraphs?: string[] | undefined
}

/** Finds the school's own words. */
function ownOf({ setting, name }: Text, language: string, settings: SchoolSettings): Words {
  const own = settings[setting]?.[language]?.[name]
  return typeof own === 'string' ? { lead: own } : (own ?? {})
}

interface TextsProps {
  items: readonly Text[]
  language: PageLanguage
  settings: SchoolSettings
}

function Texts({ items, language, settings }: TextsProps) {
  const [opened, setOpened] = useState<Text>()
  const close = () => setOpened(undefined)
  const own = (text: Text) => Object.values(ownOf(text, language, settings)).flat()
  const whose = (text: Text) =>
    t(text.isFixed ? 'words.fixed' : own(text).length > 0 ? 'words.own' : 'words.standard')
  return (
    <>
      {textSetting.map((setting) => {
        const shown = items.filter((text) => text.setting === setting)
        if (shown.length === 0) return null
        return (
          <Section key={setting} title={titleOf(setting)}>
            <Table
              label={titleOf(setting)}
              items={shown}
              keyOf={({ name }) => name}
              onOpen={setOpened}
              columns={{
                ...(setting === 'mailTexts' && { mail: titleOfText }),
                pageWords: (text) => own(text)[0] ?? text.texts[0],
                words: whose,
              }}
            />
          </Section>
        )
      })}
      {opened && (
        <Dialog wide title={titleOfText(opened)} onClose={close}>
          <Standard {...opened} />
          {!opened.isFixed && <TextForm {...{ language, settings, close }} text={opened} />}
          {opened.setting === 'mailTexts' && (
            <div className="mt-4">
              <TestMail kind={opened.name as MailKind} language={language as MailLanguage} />
            </div>
          )}
        </Dialog>
      )}
    </>
  )
}

/** What is said without words of the school, and what its words can name. */
function Standard({ texts, placeholders }: Text) {
  const names = placeholders.map((name) => `{${name}}`)
  return (
    <div className="mb-4 flex flex-col gap-2 text-sm">
      <p className="text-muted">{t('words.standardIs')}</p>
      <blockquote className="flex flex-col gap-2 border-s-4 border-line ps-3">
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </blockquote>
      {names.length > 0 && (
        <p className="text-muted">
          {t('words.names')} <Code>{names.join(' ')}</Code>
        </p>
      )}
    </div>
  )
}

interface TextFormProps extends Omit<TextsProps, 'items'> {
  text: Text
  close: () => void
}

function TextForm({ text, language, settings, close }: TextFormProps) {
  const { setting, name } = text
  const own = ownOf(text, language, settings)
  function changesIn(typed: FormValues): Changes {
    const { [name]: _before, ...others } = settings[setting]?.[language] ?? {}
    const words = setting === 'pageTexts' ? typed[name]?.trim() : wordsIn(typed)
    const isNone = words === undefined || Object.keys(words).length === 0
    const ofLanguage = { ...others, ...(!isNone && { [name]: words }) }
    return { [setting]: { ...settings[setting], [language]: ofLanguage } }
  }
  return (
    <Form
      asks
      submit={t('save')}
      done={t('saved')}
      onSubmit={async (typed) => {
        const { revision } = settings
        const changes = { revision, ...changesIn(typed), ...proofOf(typed) }
        await saved(operations.updateAny.mutate(changes))
        close()
      }}
    >
      {setting === 'pageTexts' ? (
        <TextField
          name={name}
          label={titleOf('pageWords')}
          rows={3}
          defaultValue={own.lead ?? ''}
        />
      ) : (
        <>
          <TextField name="subject" label={titleOf('subject')} defaultValue={own.subject ?? ''} />
          <TextField name="lead" label={titleOf('firstSentence')} defaultValue={own.lead ?? ''} />
          <lines.Field name="paragraphs" of={own.paragraphs} />
        </>
      )}
      <Proof />
    </Form>
  )
}

function wordsIn({ subject = '', lead = '', paragraphs = '' }: FormValues): Words {
  const texts = { subject: subject.trim(), lead: lead.trim(), paragraphs: lines.read(paragraphs) }
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text))
}

function TestMail(props: { kind: MailKind; language: MailLanguage }) {
  return (
    <FormDialog
      name="mailSettings.test"
      to={operations.testMail}
      input={props}
      result={({ to, sent, failure }) => (
        <FactList
          of={{
            email: to,
            status: <Status of={sent ? 'sent' : 'failed'} />,
            ...(failure !== null && { reason: failure }),
          }}
        />
      )}
    />
  )
}
