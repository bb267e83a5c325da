package io.twophase.planted.layers.domain.protocol;

/** Keeps to the rules. */
public interface Step {}
