import { createHash } from 'node:crypto'
import type { Branding } from '../../../../content/branding/branding.ts'
import { certificateTextsFor } from '../../../texts/texts.ts'
import type { Fonts } from '../fonts/runs.ts'
import type { BadgeContent } from '../types.ts'
import { type PrintedDocument, prepareTexts } from './printed-document.ts'
import {
  buildPage,
  type FittedText,
  fillIn,
  headOf,
  readPart,
  steps,
  type Template,
} from './template.ts'

const html = readPart('badge.html')
const css = readPart('badge.css')

/** Returns the badge of a course: a round picture with its title and issuer, but nobody's name. */
export async function toBadge(
  content: BadgeContent,
  branding: Branding,
  fonts: Fonts,
): Promise<PrintedDocument> {
  const { courseTitle, issuer, language } = content
  const { words, locale, direction } = certificateTextsFor(language)
  const texts = {
    ...(branding.logo === undefined && { organisation: issuer }),
    heading: words.heading,
    course: courseTitle,
  }
  return {
    template: badgeTemplate(branding),
    documentTitle: courseTitle,
    pageNote: '',
    locale,
    direction,
    ...(await prepareTexts(texts, language, fonts)),
    rows: {},
    drawings: {},
    picture: { widthMm: 100, heightMm: 100, widthPixels: 600 },
  }
}

function badgeTemplate(branding: Branding): Template {
  const { logo = '', color, accent } = branding
  const look = createHash('sha256').update(`${color} ${accent} ${logo}`).digest('base64url')
  return {
    name: `badge ${look}`,
    hasPictures: logo !== '',
    build: (font) =>
      buildPage(font, branding, { css, body: fillIn(html, { head: headOf(branding) }) }),
    fitted: [...(logo === '' ? [organisation] : []), heading, course],
  }
}

const organisation: FittedText = {
  id: 'organisation',
  steps: [...steps([5, 4.5, 4, 3.5], 1), ...steps([3.4, 3, 2.6], 2), ...steps([2.2, 1.8, 1.5], 4)],
}

const heading: FittedText = { id: 'heading', steps: steps([5, 4.5, 4, 3.5, 3], 1) }

const course: FittedText = {
  id: 'course',
  steps: [
    ...steps([9, 8, 7.2], 1),
    ...steps([8, 7.2, 6.4, 5.8], 2),
    ...steps([5.6, 5], 3),
    ...steps([4.4, 4], 4),
    ...steps([3.4, 2.8], 6),
    ...steps([2.2, 1.8, 1.5], 10),
  ],
}
