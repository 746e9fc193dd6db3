import { currencyExponent } from '@lyceum/sdk'
import {
  BarController,
  BarElement,
  CategoryScale,
  type ChartConfiguration,
  Chart as ChartJs,
  Legend,
  LinearScale,
  Tooltip,
} from 'chart.js'
import { useEffect, useRef, useState } from 'react'
import { language } from '../../texts/texts.ts'

ChartJs.register(BarController, BarElement, CategoryScale, Legend, LinearScale, Tooltip)

export interface Bars {
  labels: string[]
  series: { name: string; data: number[] }[]
  currency?: string
  lying: boolean
}

/** Draws bars in the school's colors. */
export function ChartCanvas({ label, bars }: { label: string; bars: Bars }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  // Redraws on a change of theme, too: that changes the colors.
  const data = JSON.stringify([bars, useLook()])

  useEffect(() => {
    if (canvas.current === null) return
    const [bars] = JSON.parse(data) as [Bars]
    const chart = new ChartJs(canvas.current, configurationOf(bars, canvas.current))
    return () => chart.destroy()
  }, [data])

  return <canvas ref={canvas} role="img" aria-label={label} />
}

function configurationOf(bars: Bars, canvas: HTMLCanvasElement): ChartConfiguration<'bar'> {
  const { labels, series, currency, lying } = bars
  const [color, borderColor, ...fills] = colorsOf(canvas, ['ink', 'line', 'brand', 'warn', 'good'])
  Object.assign(ChartJs.defaults, { color, borderColor, locale: language })
  const most = Number(canvas.parentElement?.clientWidth) < 480 ? 16 : 28
  const unit = currency ? 10 ** currencyExponent(currency) : 1
  const format: Intl.NumberFormatOptions = currency ? { style: 'currency', currency } : {}
  const values = { beginAtZero: true, ticks: { precision: 0, format } }
  const nameAt = (index: unknown) => shorten(labels[Number(index)] ?? '', most)
  const names = { grid: { display: false }, ticks: { callback: nameAt } }
  return {
    type: 'bar',
    data: {
      labels,
      datasets: series.map(({ name, data }, index) => ({
        label: name,
        data: data.map((value) => value / unit),
        backgroundColor: fills[index],
        hoverBackgroundColor: fills[index],
        maxBarThickness: 36,
      })),
    },
    options: {
      indexAxis: lying ? 'y' : 'x',
      maintainAspectRatio: false,
      animation: matchMedia('(prefers-reduced-motion: reduce)').matches ? false : {},
      scales: lying ? { x: values, y: names } : { x: names, y: values },
      plugins: { legend: { display: series.length > 1 } },
    },
  }
}

/** Returns a counter that rises when the theme, the device's scheme or the school changes. */
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

/** Resolves our tokens for Chart.js, which knows neither `oklch` nor `light-dark`. */
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
