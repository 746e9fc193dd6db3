const separators = /[\p{White_Space}\p{Cc}]+/gu

// Bidi overrides and isolates among them. Interlinear annotations are not in the class, but nothing
// shows them either.
const invisible = /\p{Default_Ignorable_Code_Point}|[\uFFF9-\uFFFB]/gu

// Choose between drawn forms of the letter before them; Japanese names need them.
const variationSelector = /\p{Variation_Selector}/u

const joiner = /\u200C|\u200D/u

// Joiners change the shape of letters in these scripts and of emoji; anywhere else they only make
// two names look alike.
const joinedScripts = [
  'Arabic',
  'Syriac',
  'Mongolian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
]
const takesJoiner = new RegExp(
  `${joinedScripts.map((script) => `\\p{Script=${script}}`).join('|')}|\\p{Extended_Pictographic}|\\p{Emoji_Modifier}|\\uFE0F`,
  'u',
)

// No writing system stacks more marks on one letter; more would be drawn across the lines above and
// below.
const stackedMarks = /(?<kept>(?:\p{Mn}|\p{Me}){4})(?:\p{Mn}|\p{Me})+/gu

/**
 * Makes text fit for a certificate: one line, nothing invisible, no control over the direction or
 * position of its neighbours. Letters are left as they are.
 */
export function toDisplayText(text: string): string {
  return text
    .toWellFormed()
    .replace(separators, ' ')
    .replace(invisible, keepWhereNeeded)
    .normalize('NFC')
    .replace(stackedMarks, '$<kept>')
    .trim()
}

function keepWhereNeeded(character: string, offset: number, text: string): string {
  if (variationSelector.test(character)) return character
  if (!joiner.test(character)) return ''

  const before = [...text.slice(Math.max(0, offset - 2), offset)].at(-1) ?? ''
  return takesJoiner.test(before) ? character : ''
}
