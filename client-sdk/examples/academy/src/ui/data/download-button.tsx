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

export function Csv({ name, read }: Pick<DownloadButtonProps, 'name' | 'read'>) {
  return <DownloadButton label="CSV" name={`${name}.csv`} read={read} />
}
