package io.twophase.app.simulation.audit;

/**
 * What the auditor knows of an account.
 *
 * @param opening its balance at the start
 * @param overdraft how far below zero it may go
 * @param ceiling how high it may go
 */
record Figures(long opening, long overdraft, long ceiling) {}
