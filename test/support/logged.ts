import { vi } from 'vitest'

/** Everything that is logged while requests run, line by line. */
export async function logged(requests: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const lines: string[] = []
  const spies = (['log', 'warn', 'error'] as const).map(name =>
    vi.spyOn(console, name).mockImplementation(line => lines.push(String(line))),
  )
  await requests()
  for (const spy of spies) spy.mockRestore()
  return lines.map(line => JSON.parse(line))
}
