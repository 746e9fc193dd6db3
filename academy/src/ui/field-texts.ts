import { fieldErrors, type Issue, isLyceumError, type LyceumError } from '@lyceum/sdk'
import { findText, language } from '../texts/texts.ts'
import { ownTextFor } from './error-text.ts'

/** Returns the server's English message where `messageOf` has no text of ours for it. */
export function detailOf(error: unknown): string | undefined {
  if (language === 'en' || !isLyceumError(error)) return undefined
  return ownTextFor(error) === undefined || isAboutFields(error) ? error.message : undefined
}

/** Whether the error says no more than that some fields are wrong. */
export function isAboutFields(error: unknown): error is LyceumError {
  return isLyceumError(error) && error.name.endsWith('Fields')
}

/** Explains what is wrong with each field: in our words by its rule, or else in the server's. */
export function textsOfFields(error: unknown): Record<string, string> {
  return fieldErrors(error, (issue) => ownTextOf(issue) ?? sentenceOf(issue.message))
}

/**
 * Makes a sentence of what the server says about a field, such as “is not a slug”, so that it can
 * stand without the field's name.
 */
export function sentenceOf(message: string): string {
  const [first = ''] = message.split(' ')
  const subject = verbs[first]
  const text = subject === undefined ? message : `${subject} ${message}`
  const sentence = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?:…]$/.test(sentence) ? sentence : `${sentence}.`
}

const verbs: Readonly<Record<string, string>> = Object.fromEntries([
  ...'is has was holds contains must does cannot can may needs ends begins names lacks'
    .split(' ')
    .map((verb) => [verb, 'This']),
  ...'are have were do hold'.split(' ').map((verb) => [verb, 'These']),
])

/** Lists the fields that only the server explains, in a language that is not the reader's. */
export function fieldsInEnglish(error: unknown): string[] {
  if (language === 'en' || !isAboutFields(error)) return []
  return error.issues.filter((issue) => ownTextOf(issue) === undefined).map(({ path }) => path)
}

function ownTextOf({ code, limit = 0 }: Issue): string | undefined {
  return findText(`issue.${code}`, { limit })
}
