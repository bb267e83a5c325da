package io.twophase.ports;

/**
 * What a store needs for batches that are one transaction.
 *
 * @param ranges the accounts as batches hold them
 * @param records the batches and their members
 */
public record Batches(RangeRepository ranges, BatchRepository records) {}
