/** A frame with notched corners, a thin line inside it, and a pale rosette as the paper's ground. Millimetres of A4 landscape. */
export function drawOrnament(): string {
  return `<svg class="ornament" viewBox="0 0 297 210" aria-hidden="true">
<g fill="none" stroke="#f1e9d8" stroke-width=".16">${rosette({ x: 148.5, y: 105, long: 92, short: 46, petals: 36 })}</g>
<path d="${notchedFrame(9, 7)}" fill="none" stroke="#1d2f4f" stroke-width=".9"/>
<path d="${notchedFrame(11.6, 7)}" fill="none" stroke="#b08d3c" stroke-width=".25"/>
<g fill="#b08d3c">${corners.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="1.1"/>`).join('')}</g>
</svg>`
}

/** The seal between date and code. */
export function drawSeal(): string {
  return `<svg class="seal" viewBox="-20 -20 40 40" aria-hidden="true">
<g fill="none" stroke="#b08d3c" stroke-width=".14">${rosette({ x: 0, y: 0, long: 18.6, short: 9.6, petals: 24 })}</g>
<circle r="19.2" fill="none" stroke="#b08d3c" stroke-width=".35"/>
<circle r="8.4" fill="#fff" stroke="#b08d3c" stroke-width=".35"/>
<circle r="7.5" fill="none" stroke="#1d2f4f" stroke-width=".25"/>
<path d="M-3.5 .3L-1 2.9L3.7 -2.6" fill="none" stroke="#1d2f4f" stroke-width="1.1" stroke-linecap="round" stroke-linejoin="round"/>
</svg>`
}

const corners = [
  [11.4, 11.4],
  [285.6, 11.4],
  [11.4, 198.6],
  [285.6, 198.6],
]

interface Rosette {
  x: number
  y: number
  long: number
  short: number
  petals: number
}

function rosette({ x, y, long, short, petals }: Rosette): string {
  const turns = Array.from({ length: petals }, (_, petal) => (180 * petal) / petals)
  return turns.map((turn) => `<ellipse cx="${x}" cy="${y}" rx="${long}" ry="${short}" transform="rotate(${turn} ${x} ${y})"/>`).join('')
}

function notchedFrame(inset: number, notch: number): string {
  const [left, top, right, bottom] = [inset, inset, 297 - inset, 210 - inset]
  const arc = (x: number, y: number) => `A${notch} ${notch} 0 0 0 ${x} ${y}`
  return [
    `M${left + notch} ${top}H${right - notch}${arc(right, top + notch)}`,
    `V${bottom - notch}${arc(right - notch, bottom)}`,
    `H${left + notch}${arc(left, bottom - notch)}`,
    `V${top + notch}${arc(left + notch, top)}Z`,
  ].join('')
}
