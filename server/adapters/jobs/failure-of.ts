import { describeCause } from '../../errors/describe-cause.ts'

const maxLength = 200

/**
 * Returns why a try failed, for administrators: short, and without what drivers and servers may say
 * of people and secrets. The log has the rest.
 */
export function failureOf(error: unknown): string {
  const { kind, code, message } = describeCause(error)
  const known = [kind, code].filter((part) => typeof part === 'string').join(' ')
  const words = typeof message === 'string' ? harmless(message) : ''
  const whole = words === '' ? known : `${known}: ${words}`
  return whole.length > maxLength ? `${whole.slice(0, maxLength - 1)}…` : whole
}

/** Removes emails, everything beyond the host of a URL, and whatever looks like a token. */
function harmless(text: string): string {
  return text
    .replace(/(\b[a-z][a-z+.-]*:\/\/)(?:[^\s/@]*@)?([^\s/?#]*)\S*/gi, '$1$2/…')
    .replace(/[^\s<>"',;:()]+@[^\s<>"',;:()]+/g, '…')
    .replace(/[\w+/=-]{32,}/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
}
