import {
  BarController,
  BarElement,
  CategoryScale,
  Chart as ChartJs,
  Legend,
  LinearScale,
  Tooltip,
} from 'chart.js'
import { useEffect, useRef, useState } from 'react'
import { t } from '../texts/texts.ts'
import { showNumber } from './format.ts'

ChartJs.register(BarController, BarElement, CategoryScale, Legend, LinearScale, Tooltip)

interface ChartProps {
  label: string
  /** What the labels are, such as "Month". */
  of: string
  labels: readonly string[]
  /** Tell labels apart that may be the same. */
  ids?: readonly string[]
  series: readonly { name: string; values: readonly number[] }[]
  /** Bars that lie, for labels that are long. */
  lying?: boolean
  show?: (value: number) => string
}

/** Bars in the colors of the school, and the same figures as a table. */
export function Chart({
  label,
  of,
  labels,
  ids = labels,
  series,
  lying = false,
  show = showNumber,
}: ChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const look = useLook()
  const data = JSON.stringify({ labels, series, look })
  const shown = useRef(show)
  shown.current = show

  useEffect(() => {
    if (canvas.current === null) return
    const { labels, series }: Pick<ChartProps, 'labels' | 'series'> = JSON.parse(data)
    const [ink, line, ...fills] = colorsOf(canvas.current, ['ink', 'line', 'brand', 'warn', 'good'])
    const most = canvas.current.clientWidth < 480 ? 16 : 28
    const grid = { color: line, tickColor: line }
    const values = {
      beginAtZero: true,
      grid,
      ticks: {
        color: ink,
        precision: 0,
        callback: (value: unknown) => shown.current(Number(value)),
      },
    }
    const categories = {
      grid: { display: false },
      ticks: {
        color: ink,
        callback: (index: unknown) => shorten(labels[Number(index)] ?? '', most),
      },
    }
    const chart = new ChartJs(canvas.current, {
      type: 'bar',
      data: {
        labels: [...labels],
        datasets: series.map(({ name, values }, index) => ({
          label: name,
          data: [...values],
          backgroundColor: fills[index],
          hoverBackgroundColor: fills[index],
          maxBarThickness: 36,
        })),
      },
      options: {
        indexAxis: lying ? 'y' : 'x',
        maintainAspectRatio: false,
        animation: matchMedia('(prefers-reduced-motion: reduce)').matches ? false : {},
        scales: lying ? { x: values, y: categories } : { x: categories, y: values },
        plugins: {
          legend: { display: series.length > 1, labels: { color: ink } },
          tooltip: {
            callbacks: {
              label: ({ dataset, raw }) => `${dataset.label}: ${shown.current(Number(raw))}`,
            },
          },
        },
      },
    })
    return () => chart.destroy()
  }, [data, lying])

  return (
    <figure>
      <div
        className="relative h-64 min-w-0"
        style={lying ? { height: `${labels.length * 2.25 + 4}rem` } : {}}
      >
        <canvas ref={canvas} role="img" aria-label={label} />
      </div>
      <details className="mt-2 text-sm">
        <summary className="min-h-6 text-brand">{t('chart.asTable')}</summary>
        <FiguresTable {...{ label, of, labels, ids, series, show }} />
      </details>
    </figure>
  )
}

function FiguresTable({
  label,
  of,
  labels,
  ids,
  series,
  show,
}: Required<Omit<ChartProps, 'lying'>>) {
  const cell = 'border-t border-line px-3 py-1.5'
  return (
    <table className="mt-2 w-full">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          {[of, ...series.map(({ name }) => name)].map((title, index) => (
            <th key={title} scope="col" className={`px-3 ${index > 0 ? 'text-end' : 'text-start'}`}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {labels.map((name, index) => (
          <tr key={ids[index]}>
            <th scope="row" className={`${cell} text-start font-normal`}>
              {name}
            </th>
            {series.map((one) => (
              <td key={one.name} className={`${cell} text-end tabular-nums`}>
                {show(one.values[index] ?? 0)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Changes with what the colors come from: the theme chosen here, that of the device, the school. */
function useLook(): number {
  const [look, setLook] = useState(0)
  useEffect(() => {
    const change = () => setLook((last) => last + 1)
    const device = matchMedia('(prefers-color-scheme: dark)')
    const chosen = new MutationObserver(change)
    chosen.observe(document.documentElement, { attributeFilter: ['data-theme', 'style'] })
    device.addEventListener('change', change)
    return () => {
      chosen.disconnect()
      device.removeEventListener('change', change)
    }
  }, [])
  return look
}

/** Our tokens as Chart.js can read them, which knows neither `oklch` nor `light-dark`. */
function colorsOf(canvas: HTMLCanvasElement, tokens: string[]): string[] {
  const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  return tokens.map((token) => {
    canvas.style.color = `var(--color-${token})`
    if (pixel === null) return 'gray'
    pixel.fillStyle = getComputedStyle(canvas).color
    pixel.fillRect(0, 0, 1, 1)
    const [red, green, blue] = pixel.getImageData(0, 0, 1, 1).data
    return `rgb(${red}, ${green}, ${blue})`
  })
}

function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}
