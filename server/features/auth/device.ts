import Bowser from 'bowser'

const maxRead = 512

/**
 * "Firefox on Windows", out of a User-Agent header; null where it says nothing. It helps people to
 * tell their sessions apart, and proves nothing.
 */
export function deviceOf(userAgent: string | undefined): string | null {
  const told = userAgent?.slice(0, maxRead).trim()
  if (told === undefined || told === '') return null
  const { browser, os } = Bowser.parse(told)
  const program = wordsIn(browser.name) || wordsIn(told.split('/', 1)[0])
  const words = [program, wordsIn(os.name)].filter((word) => word !== '').join(' on ')
  return words === '' ? null : words
}

function wordsIn(text = ''): string {
  return text
    .replaceAll(/[^\w .-]/g, '')
    .trim()
    .slice(0, 40)
}
