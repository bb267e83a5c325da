package io.twophase.planted.layers.stray;

/** No rule says what this may depend on. */
public interface Stray {}
