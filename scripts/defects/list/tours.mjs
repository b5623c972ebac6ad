const at = 'packages/server/src/tours';

/** Tours and their files, on their way in and out. @type {import('../defect.mjs').Defect[]} */
export const tours = [
  {
    name: 'tours/gbk-name-taken-as-cp437',
    file: `${at}/import/zip-names.ts`,
    find: "  { name: 'GB 18030', decoder: new TextDecoder('gb18030', { fatal: true }) },\n",
    replace: '',
    suites: [`${at}/import/zip-names.test.ts`],
  },
  {
    name: 'tours/follows-a-link-out-of-the-bundle',
    file: `${at}/import/directory-folder.ts`,
    find: "return child.isFile() ? 'file'",
    replace: "return child.isFile() || child.isSymbolicLink() ? 'file'",
    suites: [`${at}/import/import-tours.test.ts`, `${at}/import/broken-imports.test.ts`],
  },
  {
    name: 'tours/file-is-served-as-a-page',
    file: `${at}/import/media-type.ts`,
    find: "?? 'application/octet-stream'",
    replace: "?? 'text/html'",
    suites: [`${at}/import/media-type.test.ts`],
  },
  {
    name: 'tours/more-than-the-plan-allows',
    file: `${at}/import/room.ts`,
    find: 'after[what] > (most[what] ?? Infinity)',
    replace: 'used[what] > (most[what] ?? Infinity)',
    suites: [`${at}/import/room.test.ts`],
  },
  {
    name: 'tours/archive-larger-than-it-says',
    file: `${at}/import/zip-folder.ts`,
    find: "if (checksum !== entry.crc32) throw refused(label, new Error('bytes that do not match their checksum'));",
    replace: '',
    suites: [`${at}/import/broken-imports.test.ts`],
  },
  {
    name: 'tours/unpacked-bytes-are-not-bounded',
    file: `${at}/import/zip-folder.ts`,
    find: 'if (unpackedBytes > limits.archiveBytes) throw tooLarge(label, limits.archiveBytes);',
    replace: '',
    suites: ['packages/server/src/portal/tours/archives.test.ts', 'packages/server/src/portal/tours/imports.test.ts'],
  },
  {
    name: 'tours/collects-files-of-a-running-import',
    file: `${at}/files/collect-assets.ts`,
    find: 'return dropped || minAgeS === 0 || ageMs >= minAgeS * 1000;',
    replace: 'return dropped || minAgeS === 0 || ageMs >= minAgeS;',
    suites: [`${at}/files/collect-assets.test.ts`],
  },
  {
    name: 'tours/archive-counts-fewer-files-than-it-lists',
    file: `${at}/import/zip-end.ts`,
    find: 'if (!isList(short, endAt)) throw differently();',
    replace: '',
    suites: [`${at}/import/odd-archives.test.ts`],
  },
  {
    name: 'tours/older-end-of-an-archive-contradicts',
    file: `${at}/import/zip-end.ts`,
    find: 'if (!agrees || ',
    replace: 'if (',
    suites: [`${at}/import/odd-archives.test.ts`],
  },
  {
    name: 'tours/name-of-a-file-leads-out',
    file: `${at}/import/zip-folder.ts`,
    find: 'if (unsafe !== null) throw new Error(unsafe);',
    replace: 'if (unsafe !== null && entry.extraFieldLength === 0) throw new Error(unsafe);',
    suites: [`${at}/import/odd-archives.test.ts`],
  },
  {
    name: 'tours/replaced-tour-counts-its-files-twice',
    file: `${at}/import/room.ts`,
    find: 'files: used.files + files - (before?.files ?? 0),',
    replace: 'files: used.files + files,',
    suites: [`${at}/import/room.test.ts`],
  },
  {
    name: 'tours/torn-file-stays-torn',
    file: `${at}/import/put-assets.ts`,
    find: 'if ((await assets.sizeOf(sha256)) === size) return;',
    replace: 'if (((await assets.sizeOf(sha256)) ?? size + 1) <= size) return;',
    suites: [`${at}/import/import-tours.test.ts`],
  },
];
