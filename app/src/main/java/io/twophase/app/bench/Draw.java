package io.twophase.app.bench;

/**
 * A transfer to make, by the numbers of its accounts.
 *
 * @param source which account is debited
 * @param destination which account is credited
 * @param amount how much, in minor units, above zero
 */
record Draw(int source, int destination, long amount) {}
