/** Formats seconds as players do: `4:05`, `1:02:05`. */
export function showTime(seconds: number): string {
  const whole = Math.floor(seconds)
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60]
  const parts = hours > 0 ? [hours, two(minutes)] : [minutes]
  return [...parts, two(whole % 60)].join(':')
}

const two = (value: number) => String(value).padStart(2, '0')
