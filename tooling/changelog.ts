/** The sections of the releases, as they are written. */
export function sectionsOf(changelog: string): { release: string; text: string }[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map(text => ({ release: /^\S+/.exec(text)?.[0] ?? '', text }))
}
