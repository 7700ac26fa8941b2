"""The encoder: the lowest layers of all-MiniLM-L6-v2, a vector for the channel, and a head that pools tokens by attention and by maxima."""
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

HIDDEN, WIDE, HEADS, NORM_EPSILON = 384, 1536, 12, 1e-12


class Layer(nn.Module):
    """One layer of a BERT, as published."""

    def __init__(self, weights: dict[str, torch.Tensor], number: int, dropout: float) -> None:
        super().__init__()
        self.joined, self.merged = nn.Linear(HIDDEN, 3 * HIDDEN), nn.Linear(HIDDEN, HIDDEN)
        self.wide, self.narrow = nn.Linear(HIDDEN, WIDE), nn.Linear(WIDE, HIDDEN)
        self.attention_norm, self.norm = nn.LayerNorm(HIDDEN, NORM_EPSILON), nn.LayerNorm(HIDDEN, NORM_EPSILON)
        self.dropout = dropout

        def published(name: str) -> torch.Tensor:
            return weights[f"encoder.layer.{number}.{name}"].clone()

        for kind in ("weight", "bias"):
            parts = [published(f"attention.self.{part}.{kind}") for part in ("query", "key", "value")]
            getattr(self.joined, kind).data = torch.cat(parts)
            for module, name in (
                (self.merged, "attention.output.dense"),
                (self.attention_norm, "attention.output.LayerNorm"),
                (self.wide, "intermediate.dense"),
                (self.narrow, "output.dense"),
                (self.norm, "output.LayerNorm"),
            ):
                getattr(module, kind).data = published(f"{name}.{kind}")

    def forward(self, x: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
        """x: [batch, tokens, HIDDEN]; bias: 0 where a token counts and very low where it does not."""
        batch, tokens, _ = x.shape
        query, key, value = self.joined(x).view(batch, tokens, 3, HEADS, HIDDEN // HEADS).permute(2, 0, 3, 1, 4)
        seen = F.scaled_dot_product_attention(query, key, value, attn_mask=bias.to(query.dtype))
        seen = self.merged(seen.transpose(1, 2).reshape(batch, tokens, HIDDEN))
        x = self.attention_norm(x + F.dropout(seen, self.dropout, self.training))
        return self.norm(x + F.dropout(self.narrow(F.gelu(self.wide(x))), self.dropout, self.training))


class Encoder(nn.Module):
    """Tokens and a channel in, log odds out. The word and position tables stay as published."""

    def __init__(self, weights: dict[str, torch.Tensor], layers: int, dropout: float) -> None:
        super().__init__()
        tables = {name: weights[f"embeddings.{name}_embeddings.weight"] for name in ("word", "position", "token_type")}
        self.register_buffer("words", tables["word"], persistent=False)
        self.register_buffer("positions", tables["position"] + tables["token_type"][0], persistent=False)
        for kind in ("weight", "bias"):
            self.register_buffer(f"norm_{kind}", weights[f"embeddings.LayerNorm.{kind}"], persistent=False)
        self.channels = nn.Parameter(torch.zeros(3, HIDDEN))
        self.layers = nn.ModuleList(Layer(weights, number, dropout) for number in range(layers))
        self.attention, self.inner, self.outer = nn.Linear(HIDDEN, 1), nn.Linear(2 * HIDDEN, 128), nn.Linear(128, 1)
        self.dropout = dropout

    def forward(self, ids: torch.Tensor, mask: torch.Tensor, channel: torch.Tensor) -> torch.Tensor:
        """ids, mask: [batch, tokens]; channel: [batch]."""
        x = F.layer_norm(self.words[ids] + self.positions[: ids.shape[1]], (HIDDEN,), self.norm_weight, self.norm_bias, NORM_EPSILON)
        x = F.dropout(x + self.channels[channel][:, None], self.dropout, self.training)
        hidden = 1 - mask.float()
        bias = (hidden * -1e9)[:, None, None]
        for layer in self.layers:
            x = layer(x, bias)
        with torch.autocast(x.device.type, enabled=False):
            x = x.float()
            share = torch.softmax(self.attention(x)[..., 0] - hidden * 1e9, -1)
            pooled = torch.cat([(share[..., None] * x).sum(1), (x - hidden[..., None] * 1e4).amax(1)], -1)
            pooled = F.dropout(pooled, self.dropout, self.training)
            return self.outer(F.gelu(self.inner(pooled)))[..., 0]


def mean_of(checkpoints: list[Path]) -> dict[str, torch.Tensor]:
    """The mean of the weights of checkpoints of one shape."""
    states = [torch.load(file, weights_only=True)["state"] for file in checkpoints]
    return {name: torch.stack([state[name] for state in states]).mean(0) for name in states[0]}
