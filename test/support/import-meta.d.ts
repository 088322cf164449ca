/** Environment variables of the test run whose names begin with `VITE_`. */
interface ImportMeta {
  readonly env?: Readonly<Record<string, string | undefined>>
}
