/** 32 bits (FNV-1a): enough to tell entries apart, too few to recover them. */
export function hash(text: string): string {
  let bits = 0x811c9dc5
  for (let at = 0; at < text.length; at++) bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193)
  return (bits >>> 0).toString(36)
}
