package io.twophase.planted.layers.domain.machine;

/** Keeps to the rules. */
public interface Step {}
