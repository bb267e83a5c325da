package io.twophase.app.simulation.audit;

/**
 * What the auditor knows of an account.
 *
 * @param opening its balance at the start
 * @param floor how low it may go
 * @param ceiling how high it may go
 */
record Figures(long opening, long floor, long ceiling) {}
