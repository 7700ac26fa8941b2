/** Plays a sound from memory; the one before stops. */
export function createPlayer(): { play(sound: Blob): Promise<void>; stop(): void } {
  const audio = new Audio();
  let url = '';
  const stop = (): void => {
    audio.pause();
    if (url !== '') URL.revokeObjectURL(url);
    url = '';
  };
  return {
    stop,
    async play(sound) {
      stop();
      url = URL.createObjectURL(sound);
      audio.src = url;
      await audio.play();
    },
  };
}

/** Bytes in base64 as a sound. */
export function soundOf(base64: string, mediaType = 'audio/wav'): Blob {
  return new Blob([Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0)], { type: mediaType });
}
