/** Reads a metric of a running server. */
async function metricOf(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
}

export async function residentMegabytes(url = ''): Promise<number> {
  return (await metricOf(url, 'process_resident_memory_bytes')) / 1e6
}

/** The processor's time that it has spent. */
export async function cpuMicroseconds(url: string): Promise<number> {
  return (await metricOf(url, 'process_cpu_seconds_total')) * 1e6
}
