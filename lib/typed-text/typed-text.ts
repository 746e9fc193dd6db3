// Replaced before NFKC, which makes two ′ of one ″, and a space of ´.
const doubleQuotes = /[“”„‟«»″‶〝〞〟＂]/gu
const singleQuotes = /[‘’‚‛‹›′‵´ʹʻʼʽ＇]/gu

// Interlinear annotations are not in the class, but nothing shows them either.
const ignorable = /\p{Default_Ignorable_Code_Point}|[\uFFF9-\uFFFB]/gu

/**
 * Reads what was typed or pasted in one spelling of all its variants: width, dashes, quotes, digits
 * of any script, white space, and invisible characters. Keeps letters, their case and their marks:
 * they are what was said.
 */
export function readTyped(text: string): string {
  return text
    .replace(doubleQuotes, '"')
    .replace(singleQuotes, "'")
    .normalize('NFKC')
    .replace(ignorable, '')
    .normalize('NFKC')
    .replace(/\p{Dash}/gu, '-')
    .replace(/(?![0-9])\p{Nd}/gu, toAsciiDigit)
    .replace(/\s+/gu, ' ')
    .trim()
}

function toAsciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0
  // Unicode has the digits of a script in a row from 0, some rows right after one another.
  let zero = point
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((point - zero) % 10)
}

/**
 * Reads what was typed where capitals do not matter: `STRASSE` is `Straße`, and İ, I, i and ı are
 * one.
 */
export function readCaseless(text: string): string {
  const folded = readTyped(text).toLowerCase().toUpperCase().toLowerCase()
  return readTyped(folded.replaceAll('i\u0307', 'i')).replaceAll('ς', 'σ')
}

const withinQuotes = /(?:-|[^\s\p{P}\p{S}])(?:.*(?:-|[^\s\p{P}\p{S}]))?/su

/** Reads a code in capitals, without quotes around it or a sentence's full stop behind it. */
export function readTypedCode(text: string): string {
  return (withinQuotes.exec(readTyped(text))?.[0] ?? '').toUpperCase()
}

/** Reads a code without the dashes and spaces that group it for the eye. */
export function readGroupedCode(text: string): string {
  return readTypedCode(text).replace(/[\s-]/gu, '')
}

// Marks that people leave out: accents of Latin, Greek and Cyrillic letters, vowels of Arabic,
// Hebrew and Syriac. In other scripts a mark makes a different word.
const optionalMarks = /[\u0300-\u036f]|(?=\p{Mn})[\p{scx=Arab}\p{scx=Hebr}\p{scx=Syrc}]|\u0640/gu

// Letters that have no decomposition, and how people without them on their keyboard write them.
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't' },
  ...{ ı: 'i', ς: 'σ' },
}
const rareLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu')

/** Folds a text for searches, dropping what people leave out. The database's fold_text agrees. */
export function foldText(text: string): string {
  return readTyped(text)
    .normalize('NFKD')
    .replace(optionalMarks, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(rareLetters, (letter) => plainLetters[letter] ?? letter)
}

/** Returns the words of a search for names, each in its spellings. */
export function wordsToSpell(query: string): string[][] {
  return readTyped(query)
    .split(' ')
    .filter((word) => word !== '')
    .map(spellingsOf)
}

/** Returns a folded word's other spellings: `müller` and `muller` find what `mueller` finds. */
function spellingsOf(word: string): string[] {
  const folded = foldText(word)
  const written = foldText(
    readTyped(word)
      .toLowerCase()
      .replace(/[äöü]/gu, (letter) => `${letter}e`)
      .replaceAll('ø', 'oe')
      .replaceAll('å', 'aa'),
  )
  const short = folded.replace(/(?<=[aou])e|(?<=a)a/gu, '')
  // Drops other spellings that are short: they begin too many words.
  return [...new Set([folded, ...[written, short].filter((one) => one.length > 2)])]
}
