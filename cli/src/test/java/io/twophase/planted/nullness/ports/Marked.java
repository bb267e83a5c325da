package io.twophase.planted.nullness.ports;

/** In a package that is null-marked. */
interface Marked {}
