"""What punctuation does to the melody, by rule and inside the graph, so that a question is always heard as one."""
import math

import torch

SEMITONE = math.log(2) / 12
QUESTION_RISE, QUESTION_DIP = 5.5 * SEMITONE, 0.8 * SEMITONE
EXCLAMATION_RANGE, EXCLAMATION_LIFT, EXCLAMATION_LEVEL = 1.4, 1.2 * SEMITONE, 0.1


def tails(pause: torch.Tensor, stress: torch.Tensor, starts: torch.Tensor, ends: torch.Tensor):
    """For each phone [N]: whether it lies from the last stressed vowel of its phrase on, and the frames from which
    and to which that tail lasts. A phrase lies between two pauses; without a stressed vowel it is all tail."""
    count = torch.arange(pause.shape[0])
    later, earlier = count[None] >= count[:, None], count[None] <= count[:, None]
    stressed = torch.where(pause, torch.zeros_like(stress), stress)
    ahead = stressed.sum() - torch.cumsum(stressed, 0) + stressed
    # `ahead` never grows, so among the pauses still to come the next one has the most stressed vowels ahead of it.
    beyond = torch.where(later & pause[None], ahead[None], torch.zeros_like(ahead)[None]).amax(1)
    to = torch.where(later & pause[None], starts[None], ends[-1:][None]).amin(1)
    left = ahead - beyond
    last = (stressed == 1) & (left == 1)
    onset = torch.where(last, starts, torch.where(pause, ends, torch.zeros_like(starts)))
    since = torch.where(earlier, onset[None], torch.zeros_like(onset)[None]).amax(1)
    return ((left == 0) | last) & ~pause, since, to


def intone(log_f0, voiced, index, pause, stress, ending, starts, ends):
    """The melody [T] with questions and exclamations in it; `index` [T] is the phone of each frame, the rest [N]."""
    tail, since, to = tails(pause, stress, starts, ends)
    clock = torch.arange(log_f0.shape[0])
    since, to = since[index], to[index]
    along = torch.clamp((clock - since).float() / torch.clamp(to - since, min=1).float(), 0, 1)
    shape = QUESTION_RISE * torch.clamp((along - 0.15) / 0.85, min=0) ** 1.3
    shape = shape - QUESTION_DIP * torch.sin(math.pi * torch.clamp(along / 0.4, max=1))
    asked = 0.85 * log_f0[torch.minimum(since, clock)] + 0.15 * log_f0 + shape
    log_f0 = torch.where((tail & (ending == 2))[index], asked, log_f0)
    mean = (log_f0 * voiced).sum() / torch.clamp(voiced.sum(), min=1)
    return torch.where((ending == 3)[index], mean + EXCLAMATION_RANGE * (log_f0 - mean) + EXCLAMATION_LIFT, log_f0)
