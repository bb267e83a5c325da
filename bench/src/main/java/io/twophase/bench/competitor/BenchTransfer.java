package io.twophase.bench.competitor;

/**
 * A transfer to make, by the numbers of its accounts.
 *
 * @param source which account is debited
 * @param destination which account is credited
 * @param amount how much, in minor units, above zero
 */
public record BenchTransfer(int source, int destination, long amount) {}
