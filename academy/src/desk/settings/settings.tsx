import { type Inputs, isLyceumError, type SchoolSettings } from '@lyceum/sdk'
import { language as mailLanguages, publicOperation, secondFactorRole } from '@lyceum/sdk/values'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '../../base/query-client.ts'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { DownloadButton } from '../../ui/data/download-button.tsx'
import { Read } from '../../ui/data/loaded.tsx'
import { type Contents, FactList } from '../../ui/data/parts.tsx'
import { showLanguage } from '../../ui/format.ts'
import { DialogButton } from '../../ui/forms/dialog.tsx'
import { FieldsForm } from '../../ui/forms/fields-form.tsx'
import { ForetoldForm } from '../../ui/forms/foretold-form.tsx'
import { ColorField, LinesField, linesIn, PictureField } from '../../ui/forms/more-fields.tsx'
import { nameOf, titleOf } from '../../ui/names.ts'
import { Page, Section } from '../../ui/page.tsx'

const { settings: operations } = lyceum.admin

export type Changes = Partial<Omit<Inputs['admin']['settings']['update'], 'revision'>>

export interface Editing {
  settings: SchoolSettings
  /** Whether a setting can be changed here. */
  isOpen: (name: string) => boolean
  save: (changes: Changes) => Promise<SchoolSettings>
}

interface SettingsPageProps {
  title:
    | 'schoolSettings'
    | 'certificateLook'
    | 'receiptSettings'
    | 'mailSettings'
    | 'accessSettings'
  /** Settings on this page: those that the environment fixes are shown below. */
  names: readonly (keyof SchoolSettings)[]
  actions?: (settings: SchoolSettings) => ReactNode
  children: (editing: Editing) => ReactNode
}

/** A page with settings of the school, and which of them its environment fixes. */
export function SettingsPage({ title, names, actions, children }: SettingsPageProps) {
  return (
    <Read of={operations.get}>
      {(settings) => {
        const { revision, fixed } = settings
        const isOpen = (name: string) => !fixed.some((one) => one === name)
        return (
          <Page title={t(title)} lead={t(`${title}.lead`)} actions={actions?.(settings)}>
            <div className="flex flex-col gap-8">
              {children({ settings, isOpen, save: (changes) => update({ revision, ...changes }) })}
              <Fixed settings={settings} names={names.filter((name) => !isOpen(name))} />
            </div>
          </Page>
        )
      }}
    </Read>
  )
}

async function update(input: Inputs['admin']['settings']['update']): Promise<SchoolSettings> {
  try {
    return await operations.update.mutate(input)
  } catch (error) {
    // Keeps the input, so that it can be saved again, knowing of the change.
    if (isLyceumError(error) && error.name === 'DraftChanged') await queryClient.invalidateQueries()
    throw error
  }
}

function Fixed(props: { settings: SchoolSettings; names: readonly (keyof SchoolSettings)[] }) {
  const { settings, names } = props
  if (names.length === 0) return null
  const facts = names.map((name) => [name, shownOf(name, settings[name])])
  return (
    <Section title={t('settings.fixed')}>
      <p className="mb-4 text-muted">
        {t('settings.fixed.lead', { names: names.map(variableOf).join(', ') })}
      </p>
      <FactList of={Object.fromEntries(facts) as Contents} />
    </Section>
  )
}

/** The name of a setting in the environment: `schoolName` is SCHOOL_NAME. */
const variableOf = (name: string) => name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()

function shownOf(name: string, value: unknown): ReactNode {
  if (typeof value === 'boolean') return nameOf(String(value))
  if (Array.isArray(value))
    return value
      .map((one) => (typeof one === 'string' ? nameOf(one, name) : `${one.name}, ${one.title}`))
      .join('; ')
  const text = String(value ?? '')
  if (text.startsWith('data:')) return <img src={text} alt={titleOf(name)} className="max-h-20" />
  return text
}

interface PictureSettingProps extends Editing {
  name: 'schoolLogo' | 'certificateLogo'
}

/** A picture that is saved once it is chosen. */
export function PictureSetting({ name, settings, isOpen, save }: PictureSettingProps) {
  const { mutate } = useMutation({
    mutationFn: (picture: string | null) => save({ [name]: picture }),
    meta: { done: t('saved') },
  })
  if (!isOpen(name)) return null
  return (
    <div className="max-w-2xl">
      <PictureField name={name} of={settings[name]} onChange={mutate} />
    </div>
  )
}

export const formLook = { submit: t('save'), done: t('saved'), className: 'max-w-2xl', asks: true }

export const otherThan = <const Name extends string>(...names: Name[]) => names

const ofCertificates = [
  'certificateIssuer',
  'certificateLogo',
  'certificateColor',
  'certificateAccentColor',
  'certificateSignatures',
  'certificateLines',
] as const
const ofReceipts = ['receiptLines', 'taxName', 'taxRate'] as const
const ofSchool = [
  'schoolName',
  'schoolColor',
  'schoolLogo',
  'schoolLines',
  'supportContact',
  'imprintUrl',
  'privacyUrl',
  'termsUrl',
  'languages',
  'timeZone',
] as const

export const onPages = { ofCertificates, ofReceipts, ofSchool }

export function SchoolSettingsPage() {
  return (
    <SettingsPage
      title="schoolSettings"
      names={ofSchool}
      actions={(one) => <FileActions {...one} />}
    >
      {(editing) => (
        <>
          <PictureSetting {...editing} name="schoolLogo" />
          <SchoolForm {...editing} />
          <LegalForm {...editing} />
        </>
      )}
    </SettingsPage>
  )
}

const legal = ['imprintUrl', 'privacyUrl', 'termsUrl', 'languages', 'timeZone'] as const
const names = ['schoolName', 'supportContact'] as const
/** Settings of the same operation that other pages have. */
const elsewhere = [
  'revision',
  'schoolLogo',
  'schoolColor',
  'schoolLines',
  'remindersNeedConsent',
  ...ofCertificates,
  ...ofReceipts,
] as const

function SchoolForm({ settings, isOpen, save }: Editing) {
  return (
    <FieldsForm
      {...formLook}
      to={operations.update}
      of={settings}
      fields={names.filter(isOpen)}
      without={[...elsewhere, ...legal]}
      send={(input, typed) =>
        save({
          ...input,
          ...(isOpen('schoolColor') && { schoolColor: typed.schoolColor?.trim() || null }),
          ...(isOpen('schoolLines') && { schoolLines: linesIn(typed.schoolLines) }),
        })
      }
    >
      {isOpen('schoolColor') && (
        <ColorField name="schoolColor" of={settings.schoolColor} otherwise="#1c2430" />
      )}
      {isOpen('schoolLines') && <LinesField name="schoolLines" of={settings.schoolLines} />}
    </FieldsForm>
  )
}

function LegalForm({ settings, isOpen, save }: Editing) {
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => [zone, zone])
  return (
    <Section title={t('schoolSettings.legal')}>
      <FieldsForm
        {...formLook}
        to={operations.update}
        of={{ ...settings, languages: settings.languages?.join(',') }}
        fields={legal.filter(isOpen)}
        looks={{
          languages: { '': t('languages.all'), ...languageChoices() },
          timeZone: { '': t('timeZone.none'), ...Object.fromEntries(zones) },
        }}
        labels={{ timeZone: 'schoolTimeZone' }}
        without={[...elsewhere, ...names]}
        send={({ languages, ...input }) =>
          save({
            ...input,
            ...(languages !== undefined && {
              languages: (languages?.flatMap((one) => one.split(',')) ??
                null) as Changes['languages'],
            }),
          })
        }
      />
    </Section>
  )
}

/** All orders of one or more languages: the first is for readers of none of them. */
function languageChoices(): Record<string, string> {
  const ordered = (left: readonly string[]): string[][] =>
    left.flatMap((one) => [
      [one],
      ...ordered(left.filter((it) => it !== one)).map((it) => [one, ...it]),
    ])
  return Object.fromEntries(
    ordered(mailLanguages).map((tags) => [tags.join(','), tags.map(showLanguage).join(', ')]),
  )
}

/** Saves all that the desk keeps as a file, and takes such a file. */
function FileActions({ revision }: SchoolSettings) {
  const read = async () =>
    new Blob([JSON.stringify(await operations.export.query(), null, 2)], {
      type: 'application/json',
    })
  return (
    <>
      <DownloadButton label={t('settings.export')} name="lyceum-settings.json" read={read} />
      <DialogButton label={t('settings.import')} title={t('settings.import')}>
        {() => (
          <ForetoldForm
            to={operations.import}
            fields={['file']}
            looks={{ file: 'file!' }}
            without={['revision']}
            foretell={t('settings.import.look')}
            act={() => t('settings.import')}
            send={async ({ file: chosen, ...proof }, isLook) => {
              const file = await settingsIn(chosen as unknown as File)
              if (isLook) return operations.checkFile.mutate({ file })
              return operations.import.mutate({ ...proof, file, revision })
            }}
          >
            {({ changed, fixed }) => (
              <FactList
                of={{
                  changes: changed.map(titleOf).join(', ') || t('settings.import.same'),
                  ...(fixed.length > 0 && { fixedSettings: fixed.map(variableOf).join(', ') }),
                }}
              />
            )}
          </ForetoldForm>
        )}
      </DialogButton>
    </>
  )
}

async function settingsIn(file: File): Promise<Inputs['admin']['settings']['import']['file']> {
  try {
    return JSON.parse(await file.text())
  } catch {
    throw new Error(t('settings.import.noFile'))
  }
}

export function ReceiptSettingsPage() {
  return (
    <SettingsPage title="receiptSettings" names={ofReceipts}>
      {({ settings, isOpen, save }) => (
        <FieldsForm
          {...formLook}
          to={operations.update}
          of={settings}
          fields={otherThan('taxName', 'taxRate').filter(isOpen)}
          without={[
            'revision',
            'receiptLines',
            'remindersNeedConsent',
            ...ofCertificates,
            ...ofSchool,
          ]}
          send={(input, typed) =>
            save({
              ...input,
              ...(isOpen('receiptLines') && { receiptLines: linesIn(typed.receiptLines) }),
            })
          }
        >
          {isOpen('receiptLines') && <LinesField name="receiptLines" of={settings.receiptLines} />}
        </FieldsForm>
      )}
    </SettingsPage>
  )
}

const ofAccess = [
  'publicOperations',
  'signInProviders',
  'oauthLinkVerifiedEmails',
  'secondFactorFor',
  'teachersSeeEmails',
] as const

export function AccessSettingsPage() {
  return (
    <SettingsPage title="accessSettings" names={ofAccess}>
      {({ settings, isOpen }) => {
        const { revision, providers } = settings
        const isShown = (name: string) =>
          isOpen(name) && (providers.length > 0 || !/signInProviders|oauth/.test(name))
        const roles = secondFactorRole.map((one) => [one, nameOf(one)])
        const named = publicOperation.map((one) => [one, nameOf(one, 'publicOperations')])
        return (
          <FieldsForm
            {...formLook}
            to={operations.updateAccess}
            input={{ revision }}
            of={settings}
            fields={[...ofAccess].filter(isShown)}
            looks={{
              publicOperations: { anyOf: Object.fromEntries(named) },
              signInProviders: { anyOf: providers },
              secondFactorFor: { anyOf: Object.fromEntries(roles) },
            }}
          />
        )
      }}
    </SettingsPage>
  )
}
