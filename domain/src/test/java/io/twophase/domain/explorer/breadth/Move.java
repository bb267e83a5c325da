package io.twophase.domain.explorer.breadth;

/** What happens, as one line, and the world after it. */
public record Move<S>(String line, S world) {}
