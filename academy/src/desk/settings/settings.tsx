import { type Inputs, isLyceumError, type SchoolSettings } from '@lyceum/sdk'
import { publicOperation, type schoolSetting, secondFactorRole } from '@lyceum/sdk/staff-values'
import { language as mailLanguages } from '@lyceum/sdk/values'
import type { ReactNode } from 'react'
import { queryClient } from '../../base/query-client.ts'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Read } from '../../ui/data/loaded.tsx'
import { type Contents, FactList } from '../../ui/data/parts.tsx'
import { showLanguage } from '../../ui/format.ts'
import { DescribedForm } from '../../ui/forms/fields-form.tsx'
import type { FormValues } from '../../ui/forms/form.tsx'
import { color, lines, type MoreField, picture, signatures } from '../../ui/forms/more-fields.tsx'
import { nameOf, titleOf } from '../../ui/names.ts'
import { Page, Section } from '../../ui/page.tsx'

const { settings: operations } = lyceum.admin

export type SettingName = (typeof schoolSetting)[number]
export type Changes = Partial<Omit<Inputs['admin']['settings']['updateAny'], 'revision'>>

/** Settings whose fields the operation does not describe. */
const own: { readonly [Name in SettingName]?: MoreField<unknown> } = {
  schoolColor: color,
  schoolLogo: picture,
  schoolLines: lines,
  certificateColor: color,
  certificateAccentColor: color,
  certificateLines: lines,
  certificateLogo: picture,
  certificateSignatures: signatures,
  certificateSeal: picture,
  certificateBackground: picture,
  receiptLines: lines,
}

export interface Editing {
  settings: SchoolSettings
  /** Whether a setting can be changed here. */
  isOpen: (name: string) => boolean
}

interface SettingsPageProps {
  title:
    | 'schoolSettings'
    | 'frontSettings'
    | 'certificateLook'
    | 'receiptSettings'
    | 'mailSettings'
    | 'accessSettings'
  /** Settings on this page: those that the environment fixes are shown below. */
  names: readonly SettingName[]
  actions?: (editing: Editing) => ReactNode
  children: (editing: Editing) => ReactNode
}

/** A page with settings of the school, and which of them its environment fixes. */
export function SettingsPage({ title, names, actions, children }: SettingsPageProps) {
  return (
    <Read of={operations.get}>
      {(settings) => {
        const isOpen = (name: string) => !settings.fixed.some((one) => one === name)
        const editing = { settings, isOpen }
        return (
          <Page title={t(title)} lead={t(`${title}.lead`)} actions={actions?.(editing)}>
            <div className="flex flex-col gap-8">
              {children(editing)}
              <Fixed settings={settings} names={names.filter((name) => !isOpen(name))} />
            </div>
          </Page>
        )
      }}
    </Read>
  )
}

function Fixed({ settings, names }: { settings: SchoolSettings; names: readonly SettingName[] }) {
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
export const variableOf = (name: string) => name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()

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

interface SettingsFormProps extends Editing {
  names: readonly SettingName[]
  /** Default: the operation that takes no proof. */
  to?: typeof operations.update | typeof operations.updateAny
  actions?: ReactNode
}

/** A form with these settings, as far as they can be changed here. */
export function SettingsForm(props: SettingsFormProps) {
  const { settings, isOpen, names, to = operations.update, actions } = props
  const { revision, languages } = settings
  const open = names.filter(isOpen)
  const operation = to as { mutate(input: object): Promise<SchoolSettings> }
  return (
    <DescribedForm
      className="max-w-2xl"
      submit={t('save')}
      done={t('saved')}
      actions={actions}
      to={operation}
      input={{ revision }}
      of={{ ...settings, languages: languages?.join(',') }}
      fields={open.filter((name) => own[name] === undefined)}
      looks={looksOf(settings)}
      labels={{ timeZone: 'schoolTimeZone' }}
      send={async (input, typed) => {
        const changes = { ...input, ...languagesIn(input), ...ownIn(typed, open, settings) }
        return saved(operation.mutate(changes))
      }}
    >
      {open.map((name) => {
        const Field = own[name]?.Field
        return Field && <Field key={name} name={name} of={settings[name]} />
      })}
    </DescribedForm>
  )
}

/** Keeps what was typed if somebody was faster, so that it can be saved again, knowing of it. */
export function saved(saving: Promise<SchoolSettings>): Promise<SchoolSettings> {
  return saving.catch(async (error: unknown) => {
    if (isLyceumError(error) && error.name === 'DraftChanged') await queryClient.invalidateQueries()
    throw error
  })
}

/** Reads the settings that have fields of their own, as far as they were changed. */
export function ownIn(
  typed: FormValues,
  names: readonly SettingName[],
  settings: SchoolSettings,
): Changes {
  const read = names.flatMap((name) => {
    const value = own[name]?.read(typed[name] ?? '')
    const isSame = JSON.stringify(value) === JSON.stringify(settings[name])
    return value === undefined || isSame ? [] : [[name, value]]
  })
  return Object.fromEntries(read)
}

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')]

function looksOf({ providers }: SchoolSettings) {
  const named = publicOperation.map((one) => [one, nameOf(one, 'publicOperations')])
  const roles = secondFactorRole.map((one) => [one, nameOf(one)])
  return {
    languages: { '': t('languages.all'), ...languageChoices() },
    timeZone: {
      '': t('timeZone.none'),
      ...Object.fromEntries(zones.map((zone) => [zone, zone])),
    },
    publicOperations: { anyOf: Object.fromEntries(named) },
    signInProviders: { anyOf: providers },
    secondFactorFor: { anyOf: Object.fromEntries(roles) },
  }
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

/** Reads a choice of `languageChoices`. */
function languagesIn({ languages }: { languages?: readonly string[] | null }) {
  if (!languages) return {}
  return { languages: languages.flatMap((one) => one.split(',')) }
}
