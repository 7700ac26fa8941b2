/** Formats of files that are not read, by extension, each with that of a format that is read and as which programs save it. */
const UNREAD: Readonly<Record<string, readonly [name: string, instead: string]>> = {
  '.doc': ['Word documents of before 2007', '.docx'],
  '.docm': ['Word documents with macros', '.docx'],
  '.dotx': ['Word templates', '.docx'],
  '.xls': ['Excel workbooks', '.csv'],
  '.xlsx': ['Excel workbooks', '.csv'],
  '.xlsm': ['Excel workbooks', '.csv'],
  '.ods': ['OpenDocument spreadsheets', '.csv'],
  '.numbers': ['Numbers spreadsheets', '.csv'],
  '.tsv': ['tables with tabs', '.csv'],
  '.ppt': ['PowerPoint presentations', '.pdf'],
  '.pptx': ['PowerPoint presentations', '.pdf'],
  '.odp': ['OpenDocument presentations', '.pdf'],
  '.key': ['Keynote presentations', '.pdf'],
  '.odt': ['OpenDocument texts', '.docx'],
  '.pages': ['Pages documents', '.docx'],
  '.rtf': ['Rich Text documents', '.docx'],
  '.epub': ['EPUB books', '.pdf'],
  '.mobi': ['Kindle books', '.pdf'],
  '.eml': ['e-mails', '.txt'],
  '.msg': ['Outlook e-mails', '.txt'],
  '.mht': ['web archives', '.html'],
  '.xhtml': ['XHTML pages', '.html'],
  '.ipynb': ['Jupyter notebooks', '.md'],
  '.srt': ['subtitles', '.txt'],
  '.vtt': ['subtitles', '.txt'],
  '.log': ['log files', '.txt'],
  '.xml': ['XML files', '.txt'],
  '.yaml': ['YAML files', '.txt'],
  '.yml': ['YAML files', '.txt'],
  '.tex': ['LaTeX sources', '.txt'],
};
const ARCHIVES = /^\.(?:zip|gz|tgz|tar|7z|rar|bz2|xz)$/;
const PICTURES = /^\.(?:png|jpe?g|gif|webp|bmp|tiff?|svg|heic|avif)$/;
const RECORDINGS = /^\.(?:mp3|wav|flac|ogg|m4a|mp4|mov|avi|mkv|webm)$/;

/** Why a file with this extension, in small letters, is refused: a clause that names its format. */
export function refusalOf(extension: string): string {
  if (extension === '') return 'it has no extension';
  const known = Object.hasOwn(UNREAD, extension) ? UNREAD[extension] : undefined;
  if (known !== undefined) return `${known[0]} (${extension}) are not read, but can be saved as ${known[1]}`;
  if (ARCHIVES.test(extension)) return `archives (${extension}) are not unpacked`;
  if (PICTURES.test(extension)) return `pictures (${extension}) have no text that is read`;
  if (RECORDINGS.test(extension)) return `recordings (${extension}) are not read`;
  return `${/^\.[\w+-]{1,16}$/.test(extension) ? extension : 'such'} files are not read`;
}
