import type { account } from './en/account.ts'
import type { catalogue } from './en/catalogue.ts'
import type { common } from './en/common.ts'
import type { desk } from './en/desk.ts'
import type { errors } from './en/errors.ts'
import type { learn } from './en/learn.ts'
import type { news } from './en/news.ts'
import type { player } from './en/player.ts'
import type { records } from './en/records.ts'
import type { staff } from './en/staff.ts'
import type { studio } from './en/studio.ts'
import { language } from './language.ts'
import { type Text, TextFormatter, type Variables } from './text-formatter.ts'

type Texts = typeof account &
  typeof catalogue &
  typeof common &
  typeof errors &
  typeof learn &
  typeof news &
  typeof player &
  typeof records &
  typeof staff &
  typeof studio &
  typeof desk
export type TextKey = keyof Texts
type Values<Key extends TextKey> = Texts[Key] extends (values: infer V, format: never) => string
  ? [values: V]
  : []

export { changeLanguage, language, languageAmong, languages } from './language.ts'

/** A part of the app whose texts load together. */
export type TextZone =
  | 'account'
  | 'catalogue'
  | 'common'
  | 'errors'
  | 'learn'
  | 'news'
  | 'player'
  | 'records'
  | 'staff'
  | 'studio'
  | 'desk'

const files = import.meta.glob<Record<string, Record<string, Text>>>(['./*/*.ts', '!./*/index.ts'])
const loaded = new Map<TextZone, Promise<void>>()
const messages: Record<string, Text> = {}
const format = new TextFormatter(language, messages)

/** Loads texts in the reader's language, before the pages of their zones are shown. */
export async function loadTexts(...zones: TextZone[]): Promise<void> {
  await Promise.all(zones.map(loadZone))
}

function loadZone(zone: TextZone): Promise<void> {
  const loading = loaded.get(zone) ?? load(zone)
  loaded.set(zone, loading)
  // The next page retries a load that failed, such as without a network.
  loading.catch(() => loaded.delete(zone))
  return loading
}

/** Falls back to English: some languages have only the zones that learners see. */
async function load(zone: TextZone): Promise<void> {
  const loadFile = files[`./${language}/${zone}.ts`] ?? files[`./en/${zone}.ts`]
  const file = await loadFile?.()
  Object.assign(messages, file?.[zone])
}

export function t<Key extends TextKey>(key: Key, ...values: Values<Key>): string {
  return format.format(key, values[0] as Variables | undefined)
}

/** Returns the text for a key known only at run time, such as an error's name, if there is one. */
export function findText(key: string, values?: Variables): string | undefined {
  return key in messages ? format.format(key, values) : undefined
}
