package io.twophase.planted.layers.micrometer.tracing;

/** Keeps to the rules. */
public interface Spans {}
