package io.twophase.planted.cycles.domain.money;

/** Seen from a port. */
public interface Below {}
