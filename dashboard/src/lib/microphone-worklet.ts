/** The part of an AudioWorklet's own global scope that is used here (Web Audio API, section 1.32). */
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: typeof AudioWorkletProcessor): void;

/** Hands the samples of a microphone over to the page, some 40 ms at a time. */
class MicrophoneTap extends AudioWorkletProcessor {
  readonly #samples = new Float32Array(1024);
  #count = 0;

  process(inputs: readonly (readonly Float32Array[])[]): boolean {
    const samples = inputs[0]?.[0];
    if (samples === undefined) return true;
    this.#samples.set(samples, this.#count);
    this.#count += samples.length;
    if (this.#count + samples.length > this.#samples.length) {
      this.port.postMessage(this.#samples.slice(0, this.#count));
      this.#count = 0;
    }
    return true;
  }
}

registerProcessor('microphone-tap', MicrophoneTap);
