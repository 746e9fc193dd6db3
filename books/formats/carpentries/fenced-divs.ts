/** The way that a block of an episode is shown. */
export type BlockStyle =
  | { kind: 'heading'; title: string }
  | { kind: 'quote'; label: string | undefined }
  | { kind: 'plain' }
  | { kind: 'dropped' }

const styles: ReadonlyMap<string, BlockStyle> = new Map<string, BlockStyle>([
  ['questions', { kind: 'heading', title: 'Questions' }],
  ['objectives', { kind: 'heading', title: 'Objectives' }],
  ['keypoints', { kind: 'heading', title: 'Key points' }],
  ['callout', { kind: 'quote', label: undefined }],
  ['spoiler', { kind: 'quote', label: undefined }],
  ['challenge', { kind: 'quote', label: 'Challenge' }],
  ['solution', { kind: 'quote', label: 'Solution' }],
  ['hint', { kind: 'quote', label: 'Hint' }],
  ['prereq', { kind: 'quote', label: 'Prerequisites' }],
  ['checklist', { kind: 'quote', label: 'Checklist' }],
  ['discussion', { kind: 'quote', label: 'Discussion' }],
  ['testimonial', { kind: 'quote', label: 'Testimonial' }],
  ['caution', { kind: 'quote', label: 'Caution' }],
  ['tab', { kind: 'plain' }],
  ['group-tab', { kind: 'plain' }],
  ['instructor', { kind: 'dropped' }],
])

const colons = /^ {0,3}:{3,}/u
const opening = /^ {0,3}:{3,}[ \t]{0,50}(?:\{([^{}]{0,500})\}|([\w-]{1,50}))[ \t]{0,50}:*[ \t]*$/u
const firstClass = /^[ \t]*([\w-]{1,50})(?![\w=-])|(?:^|[ \t])\.([\w-]{1,50})/u
const closing = /^ {0,3}:{3,}[ \t]*$/u

/** A block's name is empty if it has no class. */
export type DivMark = { kind: 'open'; name: string } | { kind: 'close' }

/** Returns the mark of a fenced block on a line, like `::: challenge`. */
export function divMarkOf(line: string): DivMark | undefined {
  if (!colons.test(line)) return undefined
  if (closing.test(line)) return { kind: 'close' }
  const [found, attributes, bare] = opening.exec(line) ?? []
  if (found === undefined) return undefined
  const [, word, dotted] = firstClass.exec(attributes ?? '') ?? []
  return { kind: 'open', name: (bare ?? word ?? dotted ?? '').toLowerCase() }
}

/** Returns the style of a block; undefined for an unknown one. */
export function styleOf(name: string): BlockStyle | undefined {
  return styles.get(name)
}
