import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY_BYTES = 46;

/** The texts of a zip file by name, from its own directory (APPNOTE 4.3.12). */
export function unzip(file: Buffer): Map<string, string> {
  const end = file.lastIndexOf(Buffer.from(Uint32Array.of(END).buffer));
  const texts = new Map<string, string>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, size, name, extra, comment, header] = [
      file.readUInt16LE(at + 10) !== 0,
      file.readUInt32LE(at + 20),
      file.readUInt16LE(at + 28),
      file.readUInt16LE(at + 30),
      file.readUInt16LE(at + 32),
      file.readUInt32LE(at + 42),
    ];
    const start = header + 30 + file.readUInt16LE(header + 26) + file.readUInt16LE(header + 28);
    const bytes = file.subarray(start, start + size);
    const path = file.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + name);
    texts.set(path, (packed ? inflateRawSync(bytes) : bytes).toString('utf8'));
    at += ENTRY_BYTES + name + extra + comment;
  }
  return texts;
}
