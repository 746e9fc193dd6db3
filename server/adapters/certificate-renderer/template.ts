import type { FontLibrary } from './fonts.ts'
import { drawOrnament, drawSeal } from './ornament.ts'

/** A text that may be long: the first size at which it fits its box in no more than that many lines is taken. */
export interface FittedText {
  id: string
  steps: readonly { sizeMm: number; lines: number }[]
}

/** Of every text on the page, in multiples of its size. */
export const lineHeight = 1.3

/** Where the QR code stands on the page, from its upper left corner. */
export const qrBox = { leftMm: 238.5, topMm: 139.5, sideMm: 30 }

export const fittedTexts: readonly FittedText[] = [
  { id: 'issuer', steps: steps([5, 4.5, 4, 3.5, 3, 2.5], 1) },
  { id: 'heading', steps: steps([12.5, 11, 9.5, 8], 1) },
  {
    id: 'name',
    steps: [
      ...steps([17, 16, 15, 14, 13, 12, 11], 1),
      ...steps([11, 10, 9, 8], 2),
      ...steps([7, 6.5, 6, 5], 3),
      ...steps([4, 3.5, 3, 2.5], 5),
    ],
  },
  {
    id: 'course',
    steps: [...steps([9.5, 9, 8.5, 8, 7.5], 1), ...steps([8, 7.5, 7, 6.5, 6], 2), ...steps([5, 4.5, 4], 3), ...steps([3.5, 3, 2.5], 5)],
  },
  { id: 'date', steps: [...steps([4.6, 4.2, 3.8], 1), ...steps([3.4, 3], 2)] },
  {
    id: 'issuerName',
    steps: [...steps([4.6, 4.2, 3.8], 1), ...steps([3.4, 3, 2.6], 2), ...steps([2.6, 2.2], 3)],
  },
  { id: 'code', steps: steps([4.6, 4.2, 3.8, 3.4, 3], 1) },
  {
    id: 'address',
    steps: [...steps([2.9, 2.7, 2.5], 2), ...steps([2.3, 2.1], 3), ...steps([1.9, 1.7, 1.5], 4)],
  },
]

function steps(sizesMm: readonly number[], lines: number) {
  return sizesMm.map((sizeMm) => ({ sizeMm, lines }))
}

/** The page without its texts. Nothing in it comes from outside, and its own policy forbids it to load anything. */
export function buildTemplate(fonts: FontLibrary): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'">
<title></title>
<style>
${fonts.css}
${styles(fonts.stack)}
</style>
</head>
<body>
${drawOrnament()}
<main>
<div class="issuerBox"><p id="issuer" dir="auto"></p></div>
<div class="headingBox"><h1 id="heading"></h1></div>
<p id="beforeName" class="phrase"></p>
<div class="nameBox"><h2 id="name" dir="auto"></h2></div>
<div class="rule"></div>
<p id="beforeCourse" class="phrase"></p>
<div class="courseBox"><h3 id="course" dir="auto"></h3></div>
</main>
<section class="left">
<p id="dateLabel" class="label"></p>
<div class="valueBox"><p id="date" class="value"></p></div>
<p id="issuerLabel" class="label"></p>
<div class="valueBox"><p id="issuerName" class="value" dir="auto"></p></div>
</section>
${drawSeal()}
<section class="right">
<p id="codeLabel" class="label"></p>
<div class="valueBox"><p id="code" class="value"></p></div>
</section>
<svg id="qr" role="img" shape-rendering="crispEdges"><path id="qrPath" fill="#14213a"/></svg>
<section class="verify">
<p id="verifyLabel" class="label"></p>
<p id="address"><span id="addressStart"></span><span id="addressEnd"></span></p>
</section>
</body>
</html>`
}

function styles(fontStack: string): string {
  return `
@page { size: 297mm 210mm; margin: 0 }
* { margin: 0; padding: 0; box-sizing: border-box; font: inherit }
html, body { width: 297mm; height: 210mm; overflow: hidden }
body { position: relative; font: 400 4mm/${lineHeight} ${fontStack}; color: #14213a; background: #fff; -webkit-print-color-adjust: exact; overflow-wrap: anywhere; text-wrap: balance }
.ornament { position: absolute; inset: 0; width: 297mm; height: 210mm }
main { position: absolute; left: 30mm; width: 237mm; top: 26mm; text-align: center }
.issuerBox { height: 8mm }
#issuer { font-weight: 700; letter-spacing: .06em; color: #8a6a1f }
.headingBox { height: 19mm }
#heading { color: #1d2f4f }
.phrase { font-size: 4.6mm; color: #51607a; height: 6.8mm }
.nameBox { height: 31mm; display: flex; align-items: center }
#name { font-weight: 700; width: 100% }
.rule { width: 90mm; height: .35mm; margin: .5mm auto 5mm; background: linear-gradient(90deg, #fff, #b08d3c 30%, #b08d3c 70%, #fff) }
.courseBox { height: 24mm; display: flex; align-items: center }
#course { width: 100%; color: #1d2f4f }
section { position: absolute; top: 142mm }
.left { left: 30mm; width: 88mm }
.right { left: 160mm; width: 74mm; text-align: right }
.verify { left: 167mm; width: 100mm; top: 171mm; text-align: right }
.label { font-size: 3mm; color: #6b7890; height: 4.4mm }
.value { font-weight: 700 }
.valueBox { height: 11mm }
#code { letter-spacing: .05em; white-space: nowrap }
#address span { display: inline-block; max-width: 100% }
.seal { position: absolute; left: 129mm; top: 140.5mm; width: 39mm; height: 39mm }
#qr { position: absolute; left: ${qrBox.leftMm}mm; top: ${qrBox.topMm}mm; width: ${qrBox.sideMm}mm; height: ${qrBox.sideMm}mm }
`
}
