import { Badge } from '../bits.tsx'
import { nameOf } from '../names.ts'

const good = 'active verified completed fulfilled paid delivered sent issued done published passed'
const warn = 'pending waiting running scheduled partially_refunded blocked unverified draft late'
const bad = 'failed failing suspended revoked disputed overdue notPassed'
const tones = Object.entries({ good, warn, bad } as const).flatMap(([tone, names]) =>
  names.split(' ').map((name) => [name, tone] as const),
)

export function Status({ of }: { of: string }) {
  const tone = tones.find(([name]) => name === of)?.[1] as 'good' | 'warn' | 'bad' | undefined
  return <Badge tone={tone}>{nameOf(of)}</Badge>
}
