import { createHash } from 'node:crypto'
import { type Branding, type Signature, tint } from '../branding.ts'
import { type BodyFont, bodyFamily } from '../fonts/fonts.ts'
import { drawFrame, drawSeal } from './ornament.ts'
import { framePage } from './page-frame.ts'
import { type FittedText, lineHeight, type Paper } from './printed-document.ts'

/**
 * Where the QR code stands on the page, from its upper left corner, where text runs from left to
 * right.
 */
export const qrBox = { leftMm: 235, topMm: 145, sideMm: 34 }

/** Places for lines of small print. */
const linePlaces = [0, 1] as const

/** One for each look: a page keeps its template. */
const papers = new WeakMap<Branding, Paper>()

export function certificatePaper(branding: Branding): Paper {
  const known = papers.get(branding)
  if (known !== undefined) return known

  // The same look may come from the settings and from a certificate that was issued with them.
  const look = createHash('sha256')
    .update(JSON.stringify(inOrder(branding)))
    .digest('base64url')
  const paper = {
    name: `certificate ${look}`,
    build: (font: BodyFont) => buildTemplate(font, branding),
    fitted: fittedTextsOf(branding),
  }
  papers.set(branding, paper)
  return paper
}

function inOrder({ logo, color, accent, signatures, lines }: Branding) {
  return [
    logo,
    color,
    accent,
    signatures.map(({ name, title, image }) => [name, title, image]),
    lines,
  ]
}

/** Those of the template with this branding. */
export function fittedTextsOf({ logo, signatures }: Branding): FittedText[] {
  return [
    ...(logo === undefined ? [organisation] : []),
    ...alwaysFitted,
    ...(signatures.length === 0 ? issuedBlock : [issuedLine]),
    ...signatures.flatMap((_, place): FittedText[] => [
      {
        id: `signer${place}`,
        steps: [
          ...steps([4.4, 4, 3.6, 3.2], 1),
          ...steps([3, 2.6], 2),
          ...steps([2.4, 2.1], 3),
          ...steps([1.8, 1.5], 6),
        ],
      },
      {
        id: `signerTitle${place}`,
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

const issuedBlock: readonly FittedText[] = [
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
]

const issuedLine: FittedText = {
  id: 'issuedLine',
  steps: [...steps([3.5, 3.2, 2.9, 2.6, 2.3, 2, 1.8], 1), ...steps([1.7, 1.5], 2)],
}

const alwaysFitted: readonly FittedText[] = [
  { id: 'heading', steps: steps([14.5, 13, 11.5, 10, 8.5], 1) },
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
  { id: 'date', steps: steps([5.2, 4.8, 4.4, 4, 3.5], 1) },
  { id: 'workload', steps: steps([5.2, 4.8, 4.4, 4, 3.5], 1) },
  { id: 'code', steps: steps([4.4, 4, 3.6, 3.2, 2.8], 1) },
  {
    id: 'address',
    steps: [
      ...steps([3.3, 3.1, 2.9, 2.7, 2.5], 2),
      ...steps([2.3, 2.1], 3),
      ...steps([1.9, 1.7, 1.5], 4),
    ],
  },
  ...linePlaces.map(
    (place): FittedText => ({
      id: `line${place}`,
      steps: [...steps([2.9, 2.6, 2.3, 2], 1), ...steps([1.8, 1.5], 2)],
    }),
  ),
]

function steps(sizesMm: readonly number[], lines: number) {
  return sizesMm.map((sizeMm) => ({ sizeMm, lines }))
}

/** The page without its texts. */
export function buildTemplate(font: BodyFont, branding: Branding): string {
  const body = `${drawFrame(branding)}
<main>
<div class="head">${branding.logo === undefined ? '<p data-text id="organisation" dir="auto"></p>' : `<img id="logo" src="${branding.logo}">`}</div>
<div class="headingBox"><h1 data-text id="heading"></h1></div>
<p data-text id="beforeName" class="phrase"></p>
<div class="nameBox"><h2 data-text id="name" dir="auto"></h2></div>
<svg class="rule" viewBox="-60 -2 120 4" aria-hidden="true"><path d="M-60 0L-4 -.16V.16ZM60 0L4 -.16V.16ZM0 -1.3L1.3 0L0 1.3L-1.3 0Z" fill="${branding.accent}"/></svg>
<p data-text id="beforeCourse" class="phrase"></p>
<div class="courseBox"><h3 data-text id="course" dir="auto"></h3></div>
<div class="facts">
<p class="fact"><span data-text id="dateLabel" class="label"></span><span data-text id="date" class="value"></span></p>
<p class="fact" data-with="workload"><span data-text id="workloadLabel" class="label"></span><span data-text id="workload" class="value"></span></p>
</div>
</main>
<section class="issue">
${branding.signatures.length === 0 ? issuedAsBlock : `<div class="signatures">${branding.signatures.map(signature).join('')}</div>`}
</section>
${drawSeal(branding)}
<section class="proof">
<p data-text id="codeLabel" class="label"></p>
<p data-text id="code" class="value" dir="ltr"></p>
<p data-text id="verifyLabel" class="label"></p>
<p id="address" dir="ltr"><span data-text id="addressStart"></span><span data-text id="addressEnd"></span></p>
</section>
<svg id="qr" role="img" shape-rendering="crispEdges"><path fill="none" stroke="#111" stroke-width="1.01"/></svg>
<footer>${branding.signatures.length === 0 ? '' : issuedAsLine}${linePlaces.map((place) => `<p data-text id="line${place}" dir="auto"></p>`).join('')}</footer>`
  return framePage(font, styles(branding), body)
}

const issuedAsBlock = `<p data-text id="issuerLabel" class="label"></p><p data-text id="issuer" class="value" dir="auto"></p>
<p data-text id="issueDateLabel" class="label"></p><p data-text id="issueDate" class="value"></p>`

const issuedAsLine = `<p id="issuedLine"><span data-text id="issuerLabel" class="label"></span> <span data-text id="issuer" class="value" dir="auto"></span> <span data-text id="issueDateLabel" class="label"></span> <span data-text id="issueDate" class="value"></span></p>`

function signature({ image }: Signature, place: number): string {
  const picture = image === undefined ? '' : `<img src="${image}">`
  return `<div class="signature"><div class="hand">${picture}</div><p data-text id="signer${place}" dir="auto"></p><p data-text id="signerTitle${place}" dir="auto"></p></div>`
}

function styles({ color, accent, signatures }: Branding): string {
  const wide = signatures.length > 2
  return `
@page { size: 297mm 210mm; margin: 0 }
* { margin: 0; padding: 0; box-sizing: border-box; font: inherit }
[hidden] { display: none !important }
html, body { width: 297mm; height: 210mm; overflow: hidden }
body { position: relative; font: 400 4mm/${lineHeight} '${bodyFamily}'; font-synthesis: none; font-variant-numeric: lining-nums; color: ${color}; background: #fff; -webkit-print-color-adjust: exact; overflow-wrap: anywhere }
span.run { line-height: 0 }
.frame { position: absolute; inset: 0; width: 297mm; height: 210mm }
main { position: absolute; left: 30mm; width: 237mm; top: 25mm; text-align: center }
.head { height: 17mm; display: flex; align-items: center; justify-content: center }
#organisation { width: 100%; font-weight: 500; letter-spacing: .08em; color: ${accent} }
#logo { max-width: 90mm; max-height: 17mm; object-fit: contain }
.headingBox { height: 21mm; display: flex; align-items: center }
#heading { width: 100%; letter-spacing: .01em }
.phrase { font-style: italic; font-size: 5.2mm; height: 7.4mm; color: ${tint(color, 0.72)} }
.nameBox { height: 28mm; display: flex; align-items: center }
#name { font-weight: 500; width: 100% }
.rule { display: block; width: 120mm; height: 4mm; margin: 0 auto 3mm }
.courseBox { height: 19mm; display: flex; align-items: center }
#course { width: 100% }
.facts { display: flex; justify-content: center; gap: 16mm; height: 8mm; align-items: baseline }
.fact { white-space: nowrap }
.fact .label { margin-inline-end: 1.6mm; font-size: 4.4mm }
.label { font-style: italic; font-size: 3.5mm; color: ${tint(color, 0.72)} }
.value { font-weight: 500 }
section { position: absolute }
[dir=ltr] .issue, [dir=rtl] .proof { text-align: left }
[dir=rtl] .issue, [dir=ltr] .proof { text-align: right }
.issue { inset-inline-start: ${wide ? 26 : 30}mm; bottom: 31mm; width: ${wide ? 98 : 88}mm }
.issue .label { margin-top: 2mm }
.signatures { display: flex; gap: ${wide ? 4 : 7}mm; align-items: flex-start }
.signature { flex: 1; min-width: 0; max-width: 60mm }
.hand { height: 15mm; border-bottom: .2mm solid ${color}; margin-bottom: 1mm; display: flex; align-items: flex-end; justify-content: center }
.hand img { max-width: 100%; max-height: 17mm; object-fit: contain }
[id^=signerTitle] { font-style: italic; color: ${tint(color, 0.72)} }
.signature p { text-align: center }
.seal { position: absolute; left: 130mm; bottom: 30mm; width: 37mm; height: 37mm }
.proof { inset-inline-end: 66mm; width: 62mm; bottom: 31mm }
#code { letter-spacing: .03em; white-space: nowrap; margin-bottom: 2mm }
#address span { display: inline-block; max-width: 100% }
#qr { position: absolute; inset-inline-start: ${qrBox.leftMm}mm; top: ${qrBox.topMm}mm; width: ${qrBox.sideMm}mm; height: ${qrBox.sideMm}mm }
footer { position: absolute; left: 40mm; width: 217mm; bottom: 17.4mm; text-align: center; color: ${tint(color, 0.72)} }
#issuedLine { color: ${color} }
#issuedLine .label { font-size: 1em }
#issuedLine #issueDateLabel { margin-inline-start: 4mm }
`
}
