"""The synthetic voices: which ones train the recogniser, which are kept out to test it, and how each one speaks."""
import io
import random
import subprocess
from dataclasses import dataclass

import numpy as np
import soundfile

SAMPLE_RATE = 16000

ESPEAK_ACCENTS = ("en-us", "en-us", "en-us", "en-gb", "en-gb-x-rp", "en-gb-scotland", "en-gb-x-gbclan",
                  "en-gb-x-gbcwmd", "en-029", "en-us-nyc")
ESPEAK_VARIANTS = ("Alex", "Andrea", "Andy", "Annie", "Gene", "Hugo", "Jacky", "Lee", "Marco", "Mario", "Mike", "Mr",
                   "Storm", "adam", "anika", "antonio", "aunty", "benjamin", "boris", "caleb", "david", "edward",
                   "f1", "f2", "f3", "f5", "grandma", "grandpa", "gustave", "iven", "john", "klatt", "klatt2",
                   "klatt4", "klatt5", "linda", "m1", "m2", "m3", "m5", "m6", "m7", "m8", "marcelo", "max", "miguel",
                   "norbert", "pablo", "pedro", "quincy", "rob", "robert", "steph", "steph2", "travis", "victor", "zac")
FLITE_VOICES = ("slt", "slt", "awb", "kal16")

# Never spoken in training: ten espeak-ng variants, one flite voice, and the whole of festival.
KEPT_OUT_VARIANTS = ("Alicia", "Denis", "Michael", "belinda", "ed", "f4", "klatt3", "m4", "paul", "shelby")
KEPT_OUT_FLITE = "rms"
KEPT_OUT_FESTIVAL = "ked_diphone"


@dataclass(frozen=True)
class Voice:
    """One way to speak. `rate` is words a minute for espeak-ng and a factor on the usual speed for the others."""
    engine: str
    name: str
    rate: float
    pitch: int = 50

    @property
    def label(self) -> str:
        return f"{self.engine}:{self.name}"


def training_voice(chance: random.Random) -> Voice:
    """A voice from the training set: half espeak-ng, half flite."""
    if chance.random() < 0.5:
        variant = "" if chance.random() < 0.3 else "+" + chance.choice(ESPEAK_VARIANTS)
        accent = chance.choice(ESPEAK_ACCENTS)
        return Voice("espeak", accent + variant, chance.uniform(120, 215), chance.randint(25, 80))
    return Voice("flite", chance.choice(FLITE_VOICES), chance.uniform(0.8, 1.25))


def speak(voice: Voice, text: str) -> np.ndarray:
    """`text` read by `voice`, as int16 samples at 16 kHz. Raises CalledProcessError or RuntimeError when it cannot."""
    if voice.engine == "espeak":
        command = ["espeak-ng", "-v", voice.name, "-s", str(round(voice.rate)), "-p", str(voice.pitch), "--stdout",
                   text]
        wave = subprocess.run(command, capture_output=True, check=True).stdout
    elif voice.engine == "flite":
        command = ["flite", "-voice", voice.name, "--setf", f"duration_stretch={1 / voice.rate:.3f}",
                   "-t", text, "-o", "/dev/stdout"]
        wave = subprocess.run(command, capture_output=True, check=True).stdout
    else:
        settings = f"(begin (voice_{voice.name}) (Parameter.set 'Duration_Stretch {1 / voice.rate:.3f}))"
        command = ["text2wave", "-eval", settings]
        wave = subprocess.run(command, input=text.encode(), capture_output=True, check=True).stdout
    return decode(with_lengths(wave))


def with_lengths(wave: bytes) -> bytes:
    """A plain WAV file that was written to a pipe, where its header could not yet know the lengths."""
    if len(wave) <= 44:
        raise RuntimeError("the engine said nothing")
    data = bytearray(wave)
    data[4:8] = (len(data) - 8).to_bytes(4, "little")
    data[40:44] = (len(data) - 44).to_bytes(4, "little")
    return bytes(data)


def decode(encoded: bytes) -> np.ndarray:
    """Any audio file libsndfile reads, mixed to mono and resampled, as int16 samples at 16 kHz."""
    samples, rate = soundfile.read(io.BytesIO(encoded), dtype="float32", always_2d=True)
    return to_int16(resample(samples.mean(1), rate))


def resample(samples: np.ndarray, rate: int) -> np.ndarray:
    """From `rate` to 16 kHz by cutting or extending the spectrum."""
    if rate == SAMPLE_RATE or len(samples) == 0:
        return samples
    step = rate // np.gcd(rate, SAMPLE_RATE) * 16
    padded = np.pad(samples, (0, -len(samples) % step))
    length = len(padded) * SAMPLE_RATE // rate
    spectrum = np.fft.rfft(padded)[: length // 2 + 1]
    spectrum = np.pad(spectrum, (0, length // 2 + 1 - len(spectrum)))
    return (np.fft.irfft(spectrum, length) * length / len(padded))[: len(samples) * SAMPLE_RATE // rate]


def to_int16(samples: np.ndarray) -> np.ndarray:
    return np.clip(np.round(samples * 32767), -32768, 32767).astype(np.int16)
