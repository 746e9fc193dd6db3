import { storage } from '../base/storage.ts'

/** What a language says before its texts are there. */
export interface LanguageIndex {
  notLoaded: string
}

/** Finds the languages by their folders, when the academy is built. */
const indexes = import.meta.glob<{ index: LanguageIndex }>('./*/index.ts', { eager: true })
const indexOf = new Map(
  Object.entries(indexes).map(([path, { index }]) => [path.split('/')[1] ?? '', index]),
)
export const languages: readonly string[] = [...indexOf.keys()]

const storageKey = 'academy.language'
const parameter = 'lang'

export const language = chosenLanguage()
export const notLoaded = indexOf.get(language)?.notLoaded ?? ''

export function changeLanguage(next: string): void {
  storage.set(storageKey, next)
  location.reload()
}

/** The reader's language, or English where it is none of those, such as for mails. */
export function languageAmong<Tag extends string>(tags: readonly Tag[]): Tag | 'en' {
  return tags.find((tag) => tag === language) ?? 'en'
}

function chosenLanguage(): string {
  const wishes = [languageOfAddress(), storage.get(storageKey), ...navigator.languages]
  return wishes.map(languageFor).find((one) => one !== undefined) ?? 'en'
}

/** Keeps what `?lang=de` asks for, and takes it out, so that the menu has the last word. */
function languageOfAddress(): string | undefined {
  if (!('location' in globalThis)) return undefined
  const url = new URL(location.href)
  const asked = languageFor(url.searchParams.get(parameter))
  if (asked !== undefined && storage.set(storageKey, asked)) {
    url.searchParams.delete(parameter)
    history.replaceState(history.state, '', url)
  }
  return asked
}

/** The language that is wished for, such as `pt-BR`, or else its kind, such as `pt`. */
function languageFor(wish: string | null | undefined): string | undefined {
  const [tag = '', kind = tag] = [wish?.toLowerCase(), wish?.toLowerCase().split('-')[0]]
  const find = (sought: string) => languages.find((one) => one.toLowerCase() === sought)
  return find(tag) ?? find(kind)
}
