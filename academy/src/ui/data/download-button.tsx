import { useMutation } from '@tanstack/react-query'
import { Button } from '../button.tsx'

interface DownloadButtonProps {
  label: string
  name: string
  read: () => Promise<Blob>
}

/** Saves a file that only the reader's token opens. */
export function DownloadButton({ label, name, read }: DownloadButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => save(await read(), name),
    meta: { changesNothingElse: true },
  })
  return (
    <Button isPending={isPending} onClick={() => mutate()}>
      {label}
    </Button>
  )
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

interface CsvProps extends Pick<DownloadButtonProps, 'name' | 'read'> {
  label?: string
}

/** Adds the byte order mark, by which spreadsheets recognize UTF-8 and read umlauts correctly. */
export function Csv({ label = 'CSV', name, read }: CsvProps) {
  const marked = async () => new Blob(['\uFEFF', await read()], { type: 'text/csv' })
  return <DownloadButton label={label} name={`${name}.csv`} read={marked} />
}
