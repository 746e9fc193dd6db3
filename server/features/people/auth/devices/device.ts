import Bowser from 'bowser'

const maxRead = 512

/**
 * Returns "Firefox on Windows" from a User-Agent header; null if the header says nothing. Helps
 * people tell their sessions apart; proves nothing.
 */
export function deviceOf(userAgent: string | undefined): string | null {
  const header = userAgent?.slice(0, maxRead).trim()
  if (header === undefined || header === '') return null
  const { browser, os } = Bowser.parse(header)
  const program = wordsIn(browser.name) || wordsIn(header.split('/', 1)[0])
  const words = [program, wordsIn(os.name)].filter((word) => word !== '').join(' on ')
  return words === '' ? null : words
}

function wordsIn(text = ''): string {
  return text
    .replaceAll(/[^\w .-]/g, '')
    .trim()
    .slice(0, 40)
}
