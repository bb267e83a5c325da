package io.twophase.domain.hold;

import io.twophase.domain.id.Epoch;

public record Stamping(Target target, Hold read, Epoch epoch) {}
