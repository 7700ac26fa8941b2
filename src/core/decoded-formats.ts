/** The recordings that are decoded everywhere, as texts name them. */
export const DECODED = 'WAV, MP3, FLAC, Ogg (Opus, Vorbis or FLAC) and WebM (Opus)';

/** Those that are decoded where ffmpeg is installed. */
export const DECODED_BY_FFMPEG =
  'M4A, MP4, AAC, AIFF, AU, CAF, AMR, WMA, Ogg with Speex, WebM and Matroska with other codecs, and WAV with ADPCM or GSM';
