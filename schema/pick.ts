/** The fields with these names, in this order. */
export const pick = <From, Name extends keyof From>(from: From, ...names: readonly Name[]) =>
  Object.fromEntries(names.map(name => [name, from[name]])) as { [Key in Name]: From[Key] }
