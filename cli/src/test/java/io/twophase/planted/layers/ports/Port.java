package io.twophase.planted.layers.ports;

/** Keeps to the rules. */
public interface Port {}
