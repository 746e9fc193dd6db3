import { createHash } from 'node:crypto'
import {
  type Branding,
  type Design,
  designOf,
  hasPictures,
  mayHideParts,
  type Signature,
} from '../../../../content/branding/branding.ts'
import { neededPlaceholders } from '../../../../content/branding/own-template.ts'
import { factNames } from '../../../../content/certificates/printed-facts.ts'
import { buildOwn } from './own-template.ts'
import {
  buildPage,
  type FittedText,
  fillIn,
  headOf,
  readPart,
  steps,
  type Template,
} from './template.ts'

const html = readPart('certificate.html')
const css = readPart('certificate.css')
const frame = readPart('certificate-frame.svg')
const seal = readPart('certificate-seal.svg')
const papersCss = readPart('certificate-papers.css')
const portraitCss = readPart('certificate-portrait.css')

/** Lines of small print. */
const footLines = [0, 1] as const

/** Makes one template per branding, because a page keeps its template. */
export function createCertificateTemplates(): (branding: Branding) => Template {
  const templates = new WeakMap<Branding, Template>()
  return (branding) => {
    const template = templates.get(branding) ?? certificateTemplate(branding)
    templates.set(branding, template)
    return template
  }
}

function certificateTemplate(branding: Branding): Template {
  // Hashes it: the same branding may come from settings and from a certificate issued with them.
  const hash = createHash('sha256')
    .update(JSON.stringify(inOrder(branding)))
    .digest('base64url')
  const { template } = branding
  const own = template ? buildOwn(template, pageCssOf(branding)) : undefined
  const parts = () => own ?? { css: cssOf(branding), body: bodyOf(branding) }
  return {
    name: `certificate ${hash}`,
    hasPictures: hasPictures(branding),
    build: (font) => buildPage(font, branding, parts()),
    fitted: own?.fitted ?? fittedTextsOf(branding),
    isOwn: own !== undefined,
    mustShow: mayHideParts(branding) ? { ids: neededPlaceholders, ...pageOf(branding) } : undefined,
  }
}

function inOrder(branding: Branding) {
  const { logo, color, accent, signatures, lines } = branding
  return [
    logo,
    color,
    accent,
    signatures.map(({ name, title, image }) => [name, title, image]),
    lines,
    designOf(branding),
  ]
}

/** Leaves the page of A4 in landscape as it ever was: a lost print has to have the same bytes. */
function cssOf(branding: Branding): string {
  const { widthMm, isPortrait } = pageOf(branding)
  const parts = [css, ...ownPhrasesOf(branding).map((id) => `#${id} { height: auto }`)]
  if (widthMm === 297) return parts.join('\n')
  return [...parts, pageCssOf(branding), papersCss, isPortrait ? portraitCss : ''].join('\n')
}

function pageCssOf(branding: Branding): string {
  const { widthMm, heightMm } = pageOf(branding)
  const size = `--page-width: ${widthMm}mm; --page-height: ${heightMm}mm`
  return `@page { size: ${widthMm}mm ${heightMm}mm; margin: 0 } :root { ${size} }`
}

/** Returns the size of the page. */
export function pageOf({ paper = 'A4', orientation = 'landscape' }: Design) {
  const [long, short] = paper === 'A4' ? [297, 210] : [279.4, 215.9]
  return orientation === 'portrait'
    ? { widthMm: short, heightMm: long, isPortrait: true }
    : { widthMm: long, heightMm: short, isPortrait: false }
}

function bodyOf(branding: Branding): string {
  const { signatures } = branding
  const isSigned = signatures.length > 0
  return fillIn(html, {
    frame: groundOf(branding),
    seal: sealOf(branding),
    head: headOf(branding),
    facts: factNames.map(factPart).join(''),
    issue: isSigned
      ? `<div class="signatures">${signatures.map(signature).join('')}</div>`
      : issuedBlock,
    issuedLine: isSigned ? issuedLine : '',
  })
}

function groundOf({ background, paper }: Branding): string {
  if (background) return `<img id="background" alt="" src="${background}">`
  return paper === 'Letter' ? frame.replace('<svg', '<svg preserveAspectRatio="none"') : frame
}

function sealOf({ seal: own }: Branding): string {
  if (own === false) return ''
  return own === undefined ? seal : `<img id="seal" class="seal" alt="" src="${own}">`
}

function factPart(name: string): string {
  return `
    <p class="fact" data-with="${name}">
      <span data-text id="${name}Label" class="label"></span
      ><span data-text id="${name}" class="value"></span>
    </p>`
}

const issuedBlock = `
<p data-text id="issuerLabel" class="label"></p>
<p data-text id="issuer" class="value" dir="auto"></p>
<p data-text id="issueDateLabel" class="label"></p>
<p data-text id="issueDate" class="value"></p>
<div data-with="validUntil">
<p data-text id="validUntilLabel" class="label"></p>
<p data-text id="validUntil" class="value"></p>
</div>`

const issuedLine = `<p id="issuedLine">
<span data-text id="issuerLabel" class="label"></span>
<span data-text id="issuer" class="value" dir="auto"></span>
<span data-text id="issueDateLabel" class="label"></span>
<span data-text id="issueDate" class="value"></span>
<span data-with="validUntil">
<span data-text id="validUntilLabel" class="label"></span>
<span data-text id="validUntil" class="value"></span>
</span>
</p>`

function signature({ image }: Signature, index: number): string {
  const picture = image === undefined ? '' : `<img id="${handOf(index)}" src="${image}">`
  return `<div class="signature">
<div class="hand">${picture}</div>
<p data-text id="signer${index}" dir="auto"></p>
<p data-text id="signerTitle${index}" dir="auto"></p>
</div>`
}

/** Returns the id of a handwritten signature. */
export function handOf(index: number): string {
  return `hand${index}`
}

/** Returns the ids of the phrases that replace the usual ones, which surely fit. */
function ownPhrasesOf({ beforeName, beforeCourse }: Branding): string[] {
  return Object.entries({ beforeName, beforeCourse }).flatMap(([id, phrase]) =>
    phrase === undefined ? [] : [id],
  )
}

function fittedTextsOf(branding: Branding): FittedText[] {
  const { logo, signatures, orientation } = branding
  return [
    ...ownPhrasesOf(branding).map((id) => ({ id, steps: phraseSteps })),
    orientation === 'portrait' ? portraitCourses : landscapeCourses,
    ...(logo === undefined ? [organisation] : []),
    ...alwaysFitted,
    ...(signatures.length === 0 ? issuedBlockTexts : [issuedLineText]),
    ...signatures.flatMap((_, index): FittedText[] => [
      {
        id: `signer${index}`,
        steps: [
          ...steps([4.4, 4, 3.6, 3.2], 1),
          ...steps([3, 2.6], 2),
          ...steps([2.4, 2.1], 3),
          ...steps([1.8, 1.5], 6),
        ],
      },
      {
        id: `signerTitle${index}`,
        steps: [
          ...steps([3.6, 3.2, 2.9], 1),
          ...steps([2.7, 2.4], 2),
          ...steps([2.1, 1.9], 3),
          ...steps([1.7, 1.5], 6),
        ],
      },
    ]),
  ]
}

const organisation: FittedText = {
  id: 'organisation',
  steps: [
    ...steps([6, 5.5, 5, 4.5, 4, 3.5, 3, 2.5], 1),
    ...steps([3.5, 3, 2.5], 2),
    ...steps([2.2], 4),
  ],
}

const issuedBlockTexts: readonly FittedText[] = [
  {
    id: 'issuer',
    steps: [
      ...steps([5, 4.6, 4.2, 3.8], 1),
      ...steps([3.6, 3.2, 2.8], 2),
      ...steps([2.6, 2.2], 3),
      ...steps([1.8], 5),
    ],
  },
  { id: 'issueDate', steps: steps([5, 4.6, 4.2, 3.8, 3.4], 1) },
  { id: 'validUntil', steps: steps([5, 4.6, 4.2, 3.8, 3.4], 1) },
]

const issuedLineText: FittedText = {
  id: 'issuedLine',
  steps: [...steps([3.5, 3.2, 2.9, 2.6, 2.3, 2, 1.8], 1), ...steps([1.7, 1.5], 2)],
}

const phraseSteps = [...steps([5.2, 4.6, 4, 3.4, 2.8], 1), ...steps([2.4, 2], 2)]

const landscapeCourses: FittedText = {
  id: 'coursesLine',
  steps: [
    ...steps([3.6, 3.2, 2.8], 1),
    ...steps([2.2, 2], 2),
    ...steps([1.5], 3),
    ...steps([1.3], 4),
  ],
}

/** The page is narrower, and has room for more lines. */
const portraitCourses: FittedText = {
  id: 'coursesLine',
  steps: [
    ...steps([3.6, 3.2, 2.8], 1),
    ...steps([2.6], 2),
    ...steps([2.2], 3),
    ...steps([1.7], 4),
    ...steps([1.3], 5),
  ],
}

const alwaysFitted: readonly FittedText[] = [
  {
    id: 'heading',
    steps: [...steps([14.5, 13, 11.5, 10, 8.5, 7, 6], 1), ...steps([5.5, 5, 4], 2)],
  },
  {
    id: 'name',
    steps: [
      ...steps([17, 16, 15, 14, 13, 12, 11], 1),
      ...steps([10.5, 9.5, 8.5, 8], 2),
      ...steps([7, 6.5, 6, 5], 3),
      ...steps([4.2, 3.6, 3, 2.5], 5),
    ],
  },
  {
    id: 'course',
    steps: [
      ...steps([10, 9.5, 9, 8.5, 8], 1),
      ...steps([7.2, 6.8, 6.4, 6], 2),
      ...steps([5, 4.5, 4], 3),
      ...steps([3.5, 3, 2.5], 5),
    ],
  },
  { id: 'distinction', steps: [...steps([4.8, 4.2, 3.6, 3, 2.5], 1), ...steps([2.4, 2], 2)] },
  ...['date', ...factNames].map((id) => ({ id, steps: steps([5.2, 4.8, 4.4, 4, 3.5], 1) })),
  { id: 'code', steps: steps([4.4, 4, 3.6, 3.2, 2.8], 1) },
  {
    id: 'url',
    steps: [
      ...steps([3.3, 3.1, 2.9, 2.7, 2.5], 2),
      ...steps([2.3, 2.1], 3),
      ...steps([1.9, 1.7, 1.5], 4),
    ],
  },
  ...footLines.map(
    (index): FittedText => ({
      id: `line${index}`,
      steps: [...steps([2.9, 2.6, 2.3, 2], 1), ...steps([1.8, 1.5], 2)],
    }),
  ),
]
