import { type Branding, tint } from '../branding.ts'
import { type BodyFont, bodyFamily } from '../fonts/fonts.ts'
import { framePage } from './page-frame.ts'
import { lineHeight, type Paper } from './printed-document.ts'

export function receiptPaper(branding: Branding): Paper {
  return { name: 'receipt', build: (font) => buildReceiptTemplate(font, branding), fitted: [] }
}

/** Pages of A4 without their texts, as many as the lines need. */
function buildReceiptTemplate(font: BodyFont, branding: Branding): string {
  const body = `<header>
${branding.logo === undefined ? '<p data-text id="organisation" dir="auto"></p>' : `<img id="logo" src="${branding.logo}">`}
<h1 data-text id="heading"></h1>
</header>
<main>
<section class="facts">
<div><p data-text id="sellerLabel" class="label"></p><p data-text id="sellerName" class="name" dir="auto"></p><div id="seller"></div></div>
<div data-with="buyerName"><p data-text id="buyerLabel" class="label"></p><p data-text id="buyerName" class="name" dir="auto"></p><p data-text id="buyerEmail" dir="ltr"></p></div>
<div class="numbers">
<p data-text id="numberLabel" class="label"></p><p data-text id="number" class="name"></p>
<p data-text id="dateLabel" class="label"></p><p data-text id="date"></p>
</div>
</section>
<table class="lines">
<thead><tr>
<th scope="col" data-text id="titleHead"></th>
<th scope="col" data-text id="priceHead" data-with="discount" class="money"></th>
<th scope="col" data-text id="discountHead" data-with="discount" class="money"></th>
<th scope="col" data-text id="paidHead" class="money"></th>
</tr></thead>
<tbody id="lines"></tbody>
</table>
<table class="sums"><tbody>
<tr data-with="discount"><th scope="row" data-text id="subtotalLabel"></th><td data-text id="subtotal" class="money"></td></tr>
<tr data-with="discount"><th scope="row" data-text id="discountLabel"></th><td data-text id="discount" class="money"></td></tr>
<tr class="total"><th scope="row" data-text id="totalLabel"></th><td data-text id="total" class="money"></td></tr>
<tr data-with="refunded"><th scope="row" data-text id="refundedLabel"></th><td data-text id="refunded" class="money"></td></tr>
<tr data-with="refunded"><th scope="row" data-text id="remainingLabel"></th><td data-text id="remaining" class="money"></td></tr>
</tbody></table>
<p class="small"><span data-text id="transactionLabel"></span> <span data-text id="transaction"></span></p>
</main>
<template id="sellerRow"><div><p data-text data-cell="line" dir="auto"></p></div></template>
<template id="linesRow"><tr>
<td data-text data-cell="title" dir="auto"></td>
<td data-text data-cell="price" data-with="discount" class="money"></td>
<td data-text data-cell="discount" data-with="discount" class="money"></td>
<td data-text data-cell="paid" class="money"></td>
</tr></template>`
  return framePage(font, styles(branding), body)
}

function styles({ color, accent }: Branding): string {
  const pale = tint(color, 0.72)
  return `
@page { size: 210mm 297mm; margin: 22mm 22mm 24mm; font: 400 3.2mm '${bodyFamily}'; color: ${pale};
  @bottom-left { content: var(--page-note) }
  @bottom-right { content: counter(page) ' / ' counter(pages) } }
* { margin: 0; padding: 0; box-sizing: border-box; font: inherit }
[hidden] { display: none !important }
body { font: 400 4mm/${lineHeight} '${bodyFamily}'; font-synthesis: none; font-variant-numeric: lining-nums; color: ${color}; background: #fff; -webkit-print-color-adjust: exact; overflow-wrap: anywhere }
span.run { line-height: 0 }
header { display: flex; justify-content: space-between; align-items: flex-end; gap: 10mm; min-height: 18mm; padding-bottom: 4mm; border-bottom: .5mm solid ${accent} }
#organisation { flex: 1; min-width: 0; font-weight: 500; font-size: 5.4mm; letter-spacing: .06em; color: ${accent} }
#logo { max-width: 70mm; max-height: 18mm; object-fit: contain }
h1 { font-size: 9mm; line-height: 1.1 }
.facts { display: flex; gap: 8mm; margin: 9mm 0 12mm }
.facts > div { flex: 1; min-width: 0 }
.facts p, td { text-align: left }
.facts .numbers { flex: 0 0 46mm }
.numbers .label ~ .label { margin-top: 3mm }
.label { font-style: italic; font-size: 3.5mm; color: ${pale} }
.name { font-weight: 500 }
table { width: 100%; border-collapse: collapse }
thead { display: table-header-group }
tr { break-inside: avoid }
.lines th { font-style: italic; font-size: 3.5mm; text-align: start; vertical-align: bottom; padding: 0 0 1.5mm; border-bottom: .3mm solid ${color}; color: ${pale} }
.lines td { vertical-align: top; padding: 2.2mm 0; border-bottom: .15mm solid ${tint(color, 0.25)} }
.lines :is(th, td):first-child { width: 100% }
.lines .money { padding-inline-start: 8mm }
.money { text-align: end !important; white-space: nowrap; font-variant-numeric: lining-nums tabular-nums }
.sums { width: 90mm; margin: 4mm 0 0 auto; break-inside: avoid; break-before: avoid }
.sums th, .sums td { text-align: start; padding: 1.2mm 0 }
.total th, .total td { font-weight: 500; font-size: 4.8mm; padding: 2.4mm 0; border-top: .3mm solid ${color}; border-bottom: .3mm solid ${color} }
.small { margin-top: 12mm; font-size: 3.2mm; color: ${pale} }
`
}
