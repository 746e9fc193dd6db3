import { type Branding, tint } from '../branding.ts'

// Whole numbers of a twentieth of a millimetre: a browser writes every curve of the ornaments into
// every PDF, and short numbers take half the room. For the same reason all is drawn with cubic
// curves, four of them for an ellipse; it would write an arc or a circle as dozens.
const unit = 20
const page = { width: 297 * unit, height: 210 * unit }

/**
 * Middle of the band of woven lines that frames the page, measured from the edge, and half its
 * width.
 */
const band = { inset: 12 * unit, half: 2.1 * unit, wavelength: 18 * unit, strands: 6 }

type Colors = Pick<Branding, 'color' | 'accent'>
type Point = readonly [x: number, y: number]

/**
 * A frame of two lines with a band woven between them, as on old securities, and a pale rosette as
 * the paper's ground.
 */
export function drawFrame({ color, accent }: Colors): string {
  const { inset, half } = band
  return `<svg class="frame" viewBox="0 0 ${page.width} ${page.height}" aria-hidden="true"><g fill="none">
<path d="${rosette([148.5 * unit, 98 * unit], { long: 74 * unit, short: 30 * unit, petals: 26 })}" stroke="${tint(accent, 0.16)}" stroke-width="2.8"/>
<path d="${weave()}" stroke="${tint(accent, 0.75)}" stroke-width="3.2"/>
<path d="${rectangle(inset - half - 22)}${rectangle(inset + half + 18)}" stroke="${color}" stroke-width="4.4"/>
<path d="${rectangle(inset - half - 38)}" stroke="${color}" stroke-width="14"/></g>
${corners()
  .map((corner) => drawCorner(corner, { color, accent }))
  .join('')}
</svg>`
}

/** A woven medal with a laurel and a star. */
export function drawSeal({ color, accent }: Colors): string {
  return `<svg class="seal" viewBox="-400 -400 800 800" aria-hidden="true">
<path d="${scallops(374, 48)}" fill="#fff" stroke="${accent}" stroke-width="6"/>
<path d="${rosette([0, 0], { long: 356, short: 208, petals: 20 })}" fill="none" stroke="${tint(accent, 0.8)}" stroke-width="2.6"/>
<path d="${circle(194)}" fill="#fff" stroke="${accent}" stroke-width="7"/>
<path d="${circle(176)}" fill="none" stroke="${color}" stroke-width="3.6"/>
<path d="${laurel()}" fill="${color}"/>
<path d="${star(54, 22)}" fill="${accent}"/>
</svg>`
}

function rectangle(inset: number): string {
  const [left, top, right, bottom] = [inset, inset, page.width - inset, page.height - inset].map(
    Math.round,
  )
  return `M${left} ${top}H${right}V${bottom}H${left}Z`
}

/** Strands that cross each other, along all four sides. */
function weave(): string {
  const { inset, strands } = band
  const [right, bottom] = [page.width - inset, page.height - inset]
  return Array.from({ length: strands }, (_, index) => index / strands)
    .flatMap((phase) => [
      wave(page.width - 2 * inset, phase, (along, across) => [inset + along, inset + across]),
      wave(page.width - 2 * inset, phase, (along, across) => [inset + along, bottom - across]),
      wave(page.height - 2 * inset, phase, (along, across) => [inset + across, inset + along]),
      wave(page.height - 2 * inset, phase, (along, across) => [right - across, inset + along]),
    ])
    .join('')
}

/**
 * A sine from crest to trough to crest, one cubic curve each; with handles of this length the two
 * can hardly be told apart.
 */
function wave(
  length: number,
  phase: number,
  place: (along: number, across: number) => Point,
): string {
  const half = length / Math.round(length / band.wavelength) / 2
  const handle = half * 0.3642
  // The ornaments of the corners hide the ends.
  const first = Math.ceil((-4 * unit) / half - 2 * phase)
  const last = Math.floor((length + 4 * unit) / half - 2 * phase)
  const at = (along: number, across: number) => write(place(along, across))

  let path = ''
  for (let turn = first; turn <= last; turn += 1) {
    const along = (turn + 2 * phase) * half
    const height = turn % 2 === 0 ? band.half : -band.half
    path +=
      turn === first
        ? `M${at(along, height)}`
        : `C${at(along - half + handle, -height)} ${at(along - handle, height)} ${at(along, height)}`
  }
  return path
}

function corners(): Point[] {
  const { inset } = band
  return [inset, page.width - inset].flatMap((x) =>
    [inset, page.height - inset].map((y): Point => [x, y]),
  )
}

function drawCorner([x, y]: Point, { color, accent }: Colors): string {
  return `<g transform="translate(${x} ${y})"><path d="${circle(114)}" fill="#fff" stroke="${color}" stroke-width="4.4"/><path d="${rosette([0, 0], { long: 100, short: 52, petals: 6 })}" fill="none" stroke="${tint(accent, 0.8)}" stroke-width="2.4"/><path d="${circle(103)}" fill="none" stroke="${color}" stroke-width="4.4"/><path d="${circle(22)}" fill="${accent}"/></g>`
}

/** Ellipses turned about their middle. */
function rosette(
  middle: Point,
  { long, short, petals }: { long: number; short: number; petals: number },
): string {
  return Array.from({ length: petals }, (_, petal) =>
    ellipse(middle, { long, short, turn: (Math.PI * petal) / petals }),
  ).join('')
}

function ellipse(
  [x, y]: Point,
  { long, short, turn }: { long: number; short: number; turn: number },
): string {
  const [cosine, sine] = [Math.cos(turn), Math.sin(turn)]
  const at = (along: number, across: number) =>
    write([
      x + along * long * cosine - across * short * sine,
      y + along * long * sine + across * short * cosine,
    ])
  const handle = 0.5523
  return `M${at(1, 0)}C${at(1, handle)} ${at(handle, 1)} ${at(0, 1)}C${at(-handle, 1)} ${at(-1, handle)} ${at(-1, 0)}C${at(-1, -handle)} ${at(-handle, -1)} ${at(0, -1)}C${at(handle, -1)} ${at(1, -handle)} ${at(1, 0)}Z`
}

function circle(radius: number): string {
  return ellipse([0, 0], { long: radius, short: radius, turn: 0 })
}

function scallops(radius: number, count: number): string {
  const step = 360 / count
  const bulges = Array.from({ length: count }, (_, index) =>
    bend(
      polar(radius, index * step),
      polar(radius + 36, (index + 0.5) * step),
      polar(radius, (index + 1) * step),
    ),
  )
  return `M${write(polar(radius, 0))}${bulges.join('')}Z`
}

/** From one point to another, drawn towards a third. */
function bend(from: Point, towards: Point, to: Point): string {
  const handle = ([x, y]: Point): Point => [
    x + (2 / 3) * (towards[0] - x),
    y + (2 / 3) * (towards[1] - y),
  ]
  return `C${write(handle(from))} ${write(handle(to))} ${write(to)}`
}

/** Two branches that rise from below and leave the top open. */
function laurel(): string {
  return Array.from({ length: 7 }, (_, index) => 18 + index * 20)
    .flatMap((angle) => [leaf(90 + angle, 1), leaf(90 - angle, -1)])
    .join('')
}

/** From its stem outwards; `side` is the direction in which it grows. */
function leaf(angle: number, side: 1 | -1): string {
  const [stem, tip] = [polar(124, angle), polar(151, angle + side * 21)]
  return `M${write(stem)}${bend(stem, polar(160, angle + side * 5), tip)}${bend(tip, polar(116, angle + side * 14), stem)}Z`
}

function star(outer: number, inner: number): string {
  return `M${Array.from({ length: 10 }, (_, index) => write(polar(index % 2 === 0 ? outer : inner, 36 * index - 90))).join('L')}Z`
}

function polar(radius: number, degrees: number): Point {
  return [
    Math.cos((degrees * Math.PI) / 180) * radius,
    Math.sin((degrees * Math.PI) / 180) * radius,
  ]
}

function write([x, y]: Point): string {
  return `${Math.round(x)} ${Math.round(y)}`
}
