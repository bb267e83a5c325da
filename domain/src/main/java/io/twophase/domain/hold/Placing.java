package io.twophase.domain.hold;

import io.twophase.domain.id.Epoch;

public record Placing(RecordId record, Epoch epoch, Claim claim) {}
