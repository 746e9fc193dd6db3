import { bodyFamily, isInBodyFont } from './fonts.ts'
import type { Drawn } from './merge-fonts.ts'
import { type Family, findSlice, type Slice } from './subsets.ts'

/** A stretch of text in one font. */
export interface Run {
  text: string
  family: string
}

/** A text as it will be printed, and what it needs beside the font of every page. */
export interface SetText {
  runs: Run[]
  /** Fonts that are used as they are, because joining letters need their rules. */
  slices: Slice[]
  /** Chinese, Japanese and Korean characters, by the family that draws them. */
  drawn: Map<Family, Drawn[]>
  /** Characters that no font has; in `runs` their code points stand in their place. */
  uncovered: string[]
}

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' })
const ignorable = /\p{Default_Ignorable_Code_Point}/u
const cjk =
  /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Hangul}\p{Script_Extensions=Bopomofo}]/u

/**
 * Chooses a font for every character: whole clusters, so that marks and joined emoji stay together.
 */
export async function setText(text: string, language: string): Promise<SetText> {
  if (await isInBodyFont(text))
    return {
      runs: text === '' ? [] : [{ text, family: bodyFamily }],
      slices: [],
      drawn: new Map(),
      uncovered: [],
    }

  const preferred = cjk.test(text) ? preferredHan(text, language) : []
  const set: SetText = { runs: [], slices: [], drawn: new Map(), uncovered: [] }
  let current: Slice | undefined
  for (const { segment } of clusters.segment(text)) {
    for (const part of await printableParts(segment, preferred, current)) {
      current = part.slice
      if (part.isUncovered) set.uncovered.push(part.text)
      const family = part.slice === undefined ? bodyFamily : useSlice(set, part.text, part.slice)
      append(set.runs, part.isUncovered ? notationOf(part.text) : part.text, family)
    }
  }
  return set
}

/** Notes what the text needs of the slice, and says under which name a page will know it. */
function useSlice(set: SetText, text: string, slice: Slice): string {
  if (!isHan(slice.family)) {
    if (!set.slices.includes(slice)) set.slices.push(slice)
    return slice.name
  }
  const drawn = set.drawn.get(slice.family) ?? []
  set.drawn.set(slice.family, drawn)
  for (const codePoint of codePointsOf(text)) drawn.push({ codePoint, tables: slice.tables })
  return slice.family
}

function isHan(family: Family): boolean {
  return hanOrders.ja.some((one) => one === family)
}

interface Part {
  text: string
  /** None: the font of every page. */
  slice?: Slice | undefined
  isUncovered?: boolean
}

/**
 * The cluster as one, or letter by letter, each with the marks that can be shown on it; what cannot
 * be shown comes last.
 */
async function printableParts(
  cluster: string,
  preferred: readonly Family[],
  current: Slice | undefined,
): Promise<Part[]> {
  const whole = await findFont(cluster, preferred, current)
  if (whole !== undefined) return [whole]

  const parts: Part[] = []
  const uncovered: Part[] = []
  for (const character of [...cluster].filter((character) => !ignorable.test(character))) {
    const isMark = /\p{M}/u.test(character)
    const base = isMark ? parts.at(-1) : undefined
    const found =
      isMark && base === undefined
        ? undefined
        : await findFont((base?.text ?? '') + character, preferred, base?.slice)
    if (found === undefined) uncovered.push({ text: character, isUncovered: true })
    else parts.splice(base === undefined ? parts.length : -1, 1, found)
  }
  return [...parts, ...uncovered]
}

async function findFont(
  cluster: string,
  preferred: readonly Family[],
  current: Slice | undefined,
): Promise<Part | undefined> {
  const codePoints = codePointsOf(cluster)
  // Spaces, digits and points belong to the word before them, in its own font.
  const isNeutral = !/\p{L}/u.test(cluster)
  if (
    isNeutral &&
    current !== undefined &&
    current.family !== 'noto-emoji' &&
    codePoints.every((codePoint) => current.tables.glyphs.has(codePoint))
  )
    return { text: cluster, slice: current }
  if (await isInBodyFont(String.fromCodePoint(...codePoints))) return { text: cluster }

  const slice = await findSlice(codePoints, preferred)
  return slice && { text: cluster, slice }
}

/** Those that are drawn; selectors and joiners only choose between forms. */
function codePointsOf(cluster: string): number[] {
  return [...cluster]
    .filter((character) => !ignorable.test(character))
    .map((character) => character.codePointAt(0) ?? 0)
}

function append(runs: Run[], text: string, family: string): void {
  const last = runs.at(-1)
  if (last?.family === family) last.text += text
  else runs.push({ text, family })
}

/** U+13CD and the like. */
export function nameCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

function notationOf(characters: string): string {
  return [...characters].map((character) => `[${nameCodePoint(character)}]`).join('')
}

/**
 * The same character is drawn differently in China, Taiwan, Japan and Korea: kana and hangul
 * decide, then the language of the course.
 */
function preferredHan(text: string, language: string): readonly Family[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return hanOrders.ja
  if (/\p{Script=Hangul}/u.test(text)) return hanOrders.ko
  const tag = language.toLowerCase()
  if (/^zh-(?:hant|tw|hk|mo)\b/u.test(tag)) return hanOrders['zh-hant']
  if (tag.startsWith('ja')) return hanOrders.ja
  if (tag.startsWith('ko')) return hanOrders.ko
  return hanOrders['zh-hans']
}

const hanOrders = {
  'zh-hans': ['noto-serif-sc', 'noto-serif-tc', 'noto-serif-jp', 'noto-serif-kr'],
  'zh-hant': ['noto-serif-tc', 'noto-serif-sc', 'noto-serif-jp', 'noto-serif-kr'],
  ja: ['noto-serif-jp', 'noto-serif-tc', 'noto-serif-sc', 'noto-serif-kr'],
  ko: ['noto-serif-kr', 'noto-serif-jp', 'noto-serif-tc', 'noto-serif-sc'],
} as const satisfies Record<string, readonly Family[]>
