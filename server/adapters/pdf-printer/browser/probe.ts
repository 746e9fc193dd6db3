import { inflateSync } from 'node:zlib'
import { noFacts } from '../../../../content/certificates/printed-facts.ts'
import type { Run } from '../fonts/runs.ts'
import type { CertificateContent } from '../types.ts'

/** A certificate with letters from all files of the body font. */
export const probeContent: CertificateContent = {
  learnerName: 'Ada Lovelace Ørsted Ωμέγα Юлия Nguyễn',
  courseTitle: 'Probe',
  completedOn: '2026-01-31',
  issuedOn: '2026-01-31',
  issuedAt: new Date('2026-01-31'),
  code: 'PR0B-E000-0000-0000-0',
  verifyUrl: 'https://example.org/verify/PR0B-E000-0000-0000-0',
  qrText: 'https://example.org/verify/PR0B-E000-0000-0000-0',
  issuer: 'Lyceum',
  ...noFacts,
  minutes: 90,
  lastDay: null,
  language: 'en',
}

/** As much as a person and a course may be called, which has to fit a school's own template. */
export const longestProbe: CertificateContent = {
  ...probeContent,
  learnerName: 'W'.repeat(120),
  courseTitle: 'W'.repeat(200),
}

/**
 * Throws, with a reason for people, unless a PDF is one page that holds these texts in fonts of its
 * own.
 */
export function assertPrinted(pdf: Uint8Array, texts: Record<string, readonly Run[]>): void {
  const source = Buffer.from(pdf).toString('latin1')

  const pages = countPages(source)
  if (pages !== 1) throw new Error(`the probe has ${pages} pages instead of one`)
  if (!/\/FontFile[23]?\b/u.test(source))
    throw new Error('the probe holds no font: the browser printed no text')
  if (/\/Subtype\s*\/Type3\b/u.test(source))
    throw new Error('the probe holds fonts drawn as pictures')

  const printed = readCharacters(source)
  const missing = new Set(
    [...textOf(texts)].filter((character) => character.trim() !== '' && !printed.has(character)),
  )
  if (missing.size > 0)
    throw new Error(
      `the browser did not print ${missing.size} of the probe's characters: ${[...missing].join('')}`,
    )
}

/** Counts the pages of a PDF as the browser writes it. */
export function countPages(source: string): number {
  return source.match(/\/Type\s*\/Page\b(?!s)/gu)?.length ?? 0
}

function textOf(texts: Record<string, readonly Run[]>): string {
  return Object.values(texts)
    .flatMap((runs) => runs.map(({ text }) => text))
    .join('')
}

/** Returns the characters that a PDF's fonts were used for, by their ToUnicode maps. */
function readCharacters(source: string): Set<string> {
  const maps = readStreams(source).filter((stream) => stream.includes('begincmap'))
  return new Set(maps.flatMap((map) => [...readSingles(map), ...readRanges(map)]))
}

function readSingles(map: string): string[] {
  return blocksOf(map, 'char').flatMap((block) =>
    [...block.matchAll(/<[0-9A-F]+>\s*<([0-9A-F]+)>/giu)].flatMap(([, text = '']) => [
      ...decode(text),
    ]),
  )
}

function blocksOf(map: string, kind: 'char' | 'range'): string[] {
  const blocks = map.matchAll(new RegExp(`beginbf${kind}(.*?)endbf${kind}`, 'gsu'))
  return Array.from(blocks, ([, block = '']) => block)
}

function readRanges(map: string): string[] {
  const ranges = blocksOf(map, 'range').flatMap((block) => [
    ...block.matchAll(/<([0-9A-F]+)>\s*<([0-9A-F]+)>\s*<([0-9A-F]+)>/giu),
  ])
  return ranges.flatMap(([, first = '', last = '', start = '']) => {
    const count = Number.parseInt(last, 16) - Number.parseInt(first, 16) + 1
    const codePoint = decode(start).codePointAt(0) ?? 0
    return Array.from({ length: count }, (_, offset) => String.fromCodePoint(codePoint + offset))
  })
}

function decode(hexadecimal: string): string {
  return Buffer.from(hexadecimal, 'hex').swap16().toString('utf16le')
}

function readStreams(source: string): string[] {
  return [...source.matchAll(/stream\r?\n(.*?)endstream/gsu)].flatMap(([, body = '']) => {
    try {
      return [inflateSync(Buffer.from(body, 'latin1')).toString('latin1')]
    } catch {
      return []
    }
  })
}
