import type { MailText, PageTexts } from '@lyceum/sdk'
import { language as languages, type mailKind, pageLanguage } from '@lyceum/sdk/values'
import { type ReactNode, useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { language as readersLanguage, t } from '../../texts/texts.ts'
import { Read } from '../../ui/data/loaded.tsx'
import { Code, FactList, Status } from '../../ui/data/parts.tsx'
import { Table } from '../../ui/data/table.tsx'
import { showLanguage } from '../../ui/format.ts'
import { SelectField } from '../../ui/forms/controls.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { FieldsForm } from '../../ui/forms/fields-form.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { LinesField, linesIn } from '../../ui/forms/more-fields.tsx'
import { nameOf } from '../../ui/names.ts'
import { Section } from '../../ui/page.tsx'
import { formLook, onPages, SettingsPage } from './settings.tsx'

const { settings: operations } = lyceum.admin

export function MailSettingsPage() {
  return (
    <SettingsPage
      title="mailSettings"
      names={['remindersNeedConsent']}
      actions={() => <TestMail kind="course-enrolled" language={readersLanguage} />}
    >
      {({ settings, isOpen, save }) => (
        <>
          {isOpen('remindersNeedConsent') && (
            <FieldsForm
              {...formLook}
              to={operations.update}
              of={settings}
              fields={['remindersNeedConsent']}
              without={[
                'revision',
                ...onPages.ofCertificates,
                ...onPages.ofReceipts,
                ...onPages.ofSchool,
              ]}
              send={save}
            />
          )}
          <Texts title={t('mailSettings.mails')} languages={languages}>
            {(language) => <MailList language={language} />}
          </Texts>
          <Texts title={t('mailSettings.pages')} languages={pageLanguage}>
            {(language) => <PageList language={language} />}
          </Texts>
        </>
      )}
    </SettingsPage>
  )
}

interface TextsProps<Tag extends string> {
  title: string
  languages: readonly Tag[]
  children: (language: Tag) => ReactNode
}

/** Texts of one language at a time. */
function Texts<Tag extends string>({ title, languages, children }: TextsProps<Tag>) {
  const [chosen, setChosen] = useState(
    languages.find((one) => one === readersLanguage) ?? (languages[0] as Tag),
  )
  return (
    <Section title={title}>
      <div className="mb-4 max-w-xs">
        <SelectField
          label={t('field.language')}
          options={Object.fromEntries(languages.map((tag) => [tag, showLanguage(tag)]))}
          value={chosen}
          onChange={(tag) => setChosen(tag as Tag)}
        />
      </div>
      {children(chosen)}
    </Section>
  )
}

type MailLanguage = (typeof languages)[number]

function MailList({ language }: { language: MailLanguage }) {
  const [openKind, setOpenKind] = useState<string>()
  return (
    <Read of={operations.mailTexts} input={{ language }}>
      {({ items, revision }) => {
        const opened = items.find(({ kind }) => kind === openKind)
        const close = () => setOpenKind(undefined)
        return (
          <>
            <Table
              label={t('mailSettings.mails')}
              items={items}
              keyOf={({ kind }) => kind}
              onOpen={({ kind }) => setOpenKind(kind)}
              columns={{
                mail: ({ kind }) => nameOf(kind, 'mailKind'),
                subject: ({ own, standard }) => own.subject ?? standard.subject,
                words: whoseOf,
              }}
            />
            {opened && (
              <Dialog wide title={nameOf(opened.kind, 'mailKind')} onClose={close}>
                <MailForm {...{ language, revision, close }} text={opened} />
              </Dialog>
            )}
          </>
        )
      }}
    </Read>
  )
}

const whoseOf = ({ own, isFixed }: Pick<MailText, 'own' | 'isFixed'>) => {
  const isOwn = Object.values(own).some((words) => words !== null)
  return t(isFixed ? 'words.fixed' : isOwn ? 'words.own' : 'words.standard')
}

interface MailFormProps {
  language: MailLanguage
  revision: number
  text: MailText
  close: () => void
}

function MailForm({ language, revision, text, close }: MailFormProps) {
  const { kind, own, standard, placeholders, isFixed } = text
  return (
    <>
      <Standard placeholders={placeholders}>
        <p className="font-medium">{standard.subject}</p>
        <p>{standard.lead}</p>
        {standard.paragraphs?.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </Standard>
      {!isFixed && (
        <FieldsForm
          submit={t('save')}
          done={t('saved')}
          asks
          to={operations.setMailText}
          of={own}
          fields={['subject', 'lead']}
          labels={{ lead: 'firstSentence' }}
          without={['paragraphs']}
          input={{ language, kind, revision }}
          send={async (input, typed) => {
            const { subject = null, lead = null } = input
            const paragraphs = linesIn(typed.paragraphs)
            await operations.setMailText.mutate({ ...input, subject, lead, paragraphs })
            close()
          }}
        >
          <LinesField name="paragraphs" of={own.paragraphs} />
        </FieldsForm>
      )}
      <div className="mt-4">
        <TestMail kind={kind} language={language} />
      </div>
    </>
  )
}

/** What Lyceum says, and what the words can name. */
function Standard(props: { placeholders: readonly string[]; children: ReactNode }) {
  const { placeholders, children } = props
  const names = placeholders.map((name) => `{${name}}`)
  return (
    <div className="mb-4 flex flex-col gap-2 text-sm">
      <p className="text-muted">{t('words.standardIs')}</p>
      <blockquote className="flex flex-col gap-2 border-s-4 border-line ps-3">
        {children}
      </blockquote>
      {names.length > 0 && (
        <p className="text-muted">
          {t('words.names')} <Code>{names.join(' ')}</Code>
        </p>
      )}
    </div>
  )
}

function TestMail(props: { kind: (typeof mailKind)[number]; language: MailLanguage }) {
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

type PageLanguage = (typeof pageLanguage)[number]

function PageList({ language }: { language: PageLanguage }) {
  const [openKey, setOpenKey] = useState<string>()
  return (
    <Read of={operations.pageTexts} input={{ language }}>
      {(texts) => (
        <>
          <Table
            label={t('mailSettings.pages')}
            items={texts.items}
            keyOf={({ key }) => key}
            onOpen={({ key }) => setOpenKey(key)}
            columns={{
              pageWords: ({ own, standard }) => own ?? standard,
              words: ({ own, isFixed }) =>
                whoseOf({ own: { subject: own, lead: null, paragraphs: null }, isFixed }),
            }}
          />
          {openKey !== undefined && (
            <PageTextDialog
              {...{ texts, language }}
              openKey={openKey}
              close={() => setOpenKey(undefined)}
            />
          )}
        </>
      )}
    </Read>
  )
}

interface PageTextDialogProps {
  texts: PageTexts
  language: PageLanguage
  openKey: string
  close: () => void
}

function PageTextDialog({ texts, language, openKey, close }: PageTextDialogProps) {
  const opened = texts.items.find(({ key }) => key === openKey)
  if (opened === undefined) return null
  const { key, own, standard, placeholders, isFixed } = opened
  return (
    <Dialog title={t('mailSettings.page')} onClose={close}>
      <Standard placeholders={placeholders}>
        <p lang={language}>{standard}</p>
      </Standard>
      {!isFixed && (
        <FieldsForm
          submit={t('save')}
          done={t('saved')}
          asks
          to={operations.setPageText}
          of={{ text: own }}
          fields={['text']}
          labels={{ text: 'pageWords' }}
          input={{ revision: texts.revision, language, key }}
          send={async (input) => {
            await operations.setPageText.mutate({ ...input, text: input.text ?? null })
            close()
          }}
        />
      )}
    </Dialog>
  )
}
