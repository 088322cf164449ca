const inRoom = '{"rateAvailability":[{"data":[{"hotelid":"FAROL","room":[{"roomid":"SUI-TOWER","date":['
const endRoom = ']}]}]}]}'

/** Bodies that are meant to cost more to process than to send: a start, a pattern, an end, and what separates two patterns. */
const SHAPES: Record<string, [start: string, pattern: (i: number) => string, end: string, separator?: string]> = {
  'deep nesting of objects': ['', () => '{"a":', '1'],
  'many keys': ['{', i => `"k${i}":0`, '}', ','],
  'one key many times': ['{', () => '"property":[]', '}', ','],
  'one long string': ['{"property":"', () => 'x'.repeat(1024), '"}'],
  'a long string of escapes': ['{"property":"', () => '\\u0041', '"}'],
  'one huge number': ['{"property":', () => '9'.repeat(1024), '}'],
  'many huge numbers': ['{"property":[', () => `1e${'9'.repeat(20)}`, ']}', ','],
  'millions of zeros': ['{"property":[', () => '0', ']}', ','],
  'a million empty objects': ['{"rateAvailability":[', () => '{}', ']}', ','],
  'empty objects in place of days': [inRoom, () => '{}', endRoom, ','],
  'lists of lists': ['{"rooms":[', () => '[[]]', ']}', ','],
  'errors in every day': [inRoom, () => '{"from":"x","to":1,"price":[{"value":"-"}]}', endRoom, ','],
  'unknown plans on every day': [
    inRoom,
    i => `{"from":"2027-01-01","to":"2028-12-30","rate":[{"rateplanid":"P${i}"}]}`,
    endRoom,
    ',',
  ],
  'two years many times': [
    inRoom,
    i => `{"from":"2027-01-01","to":"2028-12-30","roomstosell":"${i % 9}"}`,
    endRoom,
    ',',
  ],
  'nulls to be removed': ['{', i => `"k${i}":null`, '}', ','],
}

/** The hostile bodies of this size in bytes, by name. White space fills the rest. */
export function hostileBodies(size: number): Record<string, string> {
  const bodies: Record<string, string> = { 'deep nesting of lists': '['.repeat(size / 2) + ']'.repeat(size / 2) }
  for (const [name, [start, pattern, end, separator = '']] of Object.entries(SHAPES)) {
    const parts: string[] = []
    let left = size - start.length - end.length
    for (let i = 0; ; i++) {
      const part = (i ? separator : '') + pattern(i)
      if (part.length > left - 1) break
      parts.push(part)
      left -= part.length
    }
    bodies[name] = start + parts.join('') + ' '.repeat(left) + end
  }
  return bodies
}
